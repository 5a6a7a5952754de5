#include "cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "romcast/topologies.hpp"

namespace romcast::test {
namespace {

std::uint64_t power(unsigned base, unsigned exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

std::string list(unsigned height, const std::function<std::uint64_t(unsigned)>& capacity) {
  std::string text;
  for (unsigned i = 1; i <= height; ++i) text += fmt::format("{}{}", i > 1 ? "," : "", capacity(i));
  return text;
}

// The defaults, and each other value of each option beside the defaults of the others.
std::vector<Options> option_sets(const Algorithm& algorithm, bool all) {
  std::vector<Options> sets{{}};
  for (const AlgorithmOption& option : algorithm.options) {
    for (std::size_t i = 1; all && i < option.values.size(); ++i) {
      sets.push_back({{option.name, option.values[i]}});
    }
  }
  return sets;
}

std::string ports_name(Ports::Kind kind) { return Ports{kind}.name(); }

std::vector<std::uint32_t> sources(const Problem& problem) {
  if (!problem.collective.has_source()) return {0};
  const auto n = static_cast<std::uint32_t>(problem.topology->processors());
  return {0, n - 1 - n / 3};
}

std::shared_ptr<const Topology> build(const Network& network) {
  return make_topology(network.name, [&](std::string_view name) -> std::optional<std::string> {
    const auto found = network.options.find(name);
    return found == network.options.end() ? std::nullopt : std::optional(found->second);
  });
}

}  // namespace

std::vector<Network> fat_trees(unsigned arity, unsigned height) {
  const std::set<std::string> capacities{
      list(height, [](unsigned) { return 1; }),
      list(height, [&](unsigned i) { return power(arity, i - 1); }),
      list(height, [&](unsigned i) { return power(arity, (i - 1) / 2) + (i > 1 ? 1 : 0); }),
      list(height, [&](unsigned i) { return i == height ? power(arity, height - 1) : 1; })};
  std::vector<Network> networks;
  for (const std::string& capacity : capacities) {
    networks.push_back({.options = {{"arity", std::to_string(arity)},
                                    {"height", std::to_string(height)},
                                    {"capacity", capacity}}});
  }
  return networks;
}

std::vector<Scenario> scenarios(const Grid& grid) {
  std::vector<Scenario> result;
  for (const Network& network : grid.networks) {
    const auto topology = build(network);
    for (const Algorithm& algorithm : all_algorithms()) {
      if (algorithm.network != network.name) continue;
      for (const Ports::Kind ports : algorithm.ports) {
        for (const std::uint32_t messages : grid.messages) {
          for (const Options& options : option_sets(algorithm, grid.all_options)) {
            const Problem problem{
                topology,
                Collective(algorithm.collective, topology->processors(), 0, messages),
                {ports},
                options};
            if (algorithm.misfit && !algorithm.misfit(problem).empty()) continue;
            for (const std::uint32_t source : sources(problem)) {
              result.push_back({.network = network.name,
                                .network_options = network.options,
                                .ports = ports_name(ports),
                                .collective = std::string(name(algorithm.collective)),
                                .algorithm = algorithm.name,
                                .algorithm_options = options,
                                .source = source,
                                .messages = messages});
            }
          }
        }
      }
    }
  }
  return result;
}

std::string describe(const Scenario& scenario) {
  std::string text = "--network " + scenario.network;
  const auto add = [&](const Options& options) {
    for (const auto& [name, value] : options) text += fmt::format(" --{} {}", name, value);
  };
  add(scenario.network_options);
  text += fmt::format(" --ports {} --collective {} --algorithm {}", scenario.ports,
                      scenario.collective, scenario.algorithm);
  add(scenario.algorithm_options);
  text += fmt::format(" --source {} --messages {}", scenario.source, scenario.messages);
  if (scenario.queue_depth) text += fmt::format(" --queue-depth {}", *scenario.queue_depth);
  return text;
}

bool promises_no_waiting(const Algorithm& algorithm) {
  static const std::set<std::string> names{"furthest-first", "reversed-scatter",   "turn-simple",
                                           "turn-phased",    "turn-nearest-first", "phased",
                                           "pipelined"};
  return algorithm.network == "fat-tree" && names.contains(algorithm.name);
}

}  // namespace romcast::test
