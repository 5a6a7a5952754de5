// SPDX-License-Identifier: Apache-2.0
#include "cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "romcast/core/topologies.hpp"

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

// All chains k_1 > k_2 > .. > 1 with k_1 < symbols, as --substars accepts them.
std::vector<std::string> chains(unsigned symbols) {
  std::vector<std::string> all{"1"};
  for (unsigned k = 2; k < symbols; ++k) {
    for (std::size_t i = all.size(); i-- > 0;) all.push_back(fmt::format("{},{}", k, all[i]));
  }
  return all;
}

// The values of an option except its default; if the option is free text, a few values or none.
std::vector<std::string> others(const AlgorithmOption& option, const Network& network) {
  if (!option.free) return {option.values.begin() + 1, option.values.end()};
  if (option.name == "substars") {
    return chains(static_cast<unsigned>(std::stoul(network.options.at("symbols"))));
  }
  if (option.name == "packet-cap") return {"1", "4"};
  if (option.name == "chunk") return {"1", "2"};
  if (option.name == "degree") return {"3", "4"};
  return {};
}

// The default options and, with `all`, also sets in which a single option has another value.
std::vector<Options> option_sets(const Algorithm& algorithm, const Network& network, bool all) {
  std::vector<Options> sets{{}};
  for (const AlgorithmOption& option : algorithm.options) {
    if (!all) break;
    for (const std::string& value : others(option, network)) sets.push_back({{option.name, value}});
  }
  return sets;
}

std::vector<std::uint32_t> sources(const Problem& problem) {
  if (!problem.collective.has_source()) return {0};
  const auto n = static_cast<std::uint32_t>(problem.topology->processors());
  return {0, n - 1 - n / 3};
}

std::vector<Ports> counted(Ports::Kind kind, const Grid& grid) {
  if (kind != Ports::Kind::several) return {{kind}};
  std::vector<Ports> all;
  for (const std::uint32_t count : grid.port_counts) all.push_back({kind, count});
  return all;
}

// Appends to `result` the scenarios of an algorithm with given ports and options, for each number
// of messages and timing of the grid that the algorithm accepts and for each of the sources().
void add_scenarios(const Grid& grid, const Network& network,
                   const std::shared_ptr<const Topology>& topology, const Algorithm& algorithm,
                   Ports ports, const Options& options, std::vector<Scenario>& result) {
  for (const std::uint32_t messages : grid.messages) {
    for (const Timing timing : grid.timings) {
      if (!timing.plain() && !topology->direct()) continue;
      const Collective collective(algorithm.collective, topology->processors(), 0, messages);
      const Problem problem{topology, collective, ports, options, timing};
      if (algorithm.refusal && !algorithm.refusal(problem).empty()) continue;
      for (const std::uint32_t source : sources(problem)) {
        result.push_back({.network = network.name,
                          .network_options = network.options,
                          .ports = ports.name(),
                          .collective = std::string(name(algorithm.collective)),
                          .algorithm = algorithm.name,
                          .algorithm_options = options,
                          .source = source,
                          .messages = messages,
                          .timing = timing});
      }
    }
  }
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

Network star_graph(unsigned symbols) {
  return {.name = "star", .options = {{"symbols", std::to_string(symbols)}}};
}

std::vector<Network> complete_networks(const std::vector<unsigned>& processors) {
  std::vector<Network> all;
  for (const unsigned n : processors) {
    all.push_back({.name = "complete", .options = {{"processors", std::to_string(n)}}});
  }
  return all;
}

std::vector<Timing> timings(const std::vector<std::uint32_t>& startups,
                            const std::vector<std::uint32_t>& per_message) {
  std::vector<Timing> all;
  for (const std::uint32_t startup : startups) {
    for (const std::uint32_t each : per_message) all.push_back({startup, each});
  }
  return all;
}

std::vector<Scenario> scenarios(const Grid& grid) {
  std::vector<Scenario> result;
  for (const Network& network : grid.networks) {
    const auto topology = build(network);
    for (const Algorithm& algorithm : all_algorithms()) {
      if (algorithm.network != network.name) continue;
      if (grid.collective && algorithm.collective != *grid.collective) continue;
      if (algorithm.copies && topology->processors() > grid.copies_up_to) continue;
      for (const Ports::Kind ports : algorithm.ports) {
        for (const Options& options : option_sets(algorithm, network, grid.all_options)) {
          for (const Ports counts : counted(ports, grid)) {
            add_scenarios(grid, network, topology, algorithm, counts, options, result);
          }
        }
      }
    }
  }
  return result;
}

std::set<std::string> covered(const std::vector<Scenario>& scenarios) {
  std::set<std::string> names;
  for (const Scenario& s : scenarios) {
    names.insert(fmt::format("{} {} {}", s.network, s.collective, s.algorithm));
  }
  return names;
}

std::set<std::string> algorithms_of(const std::string& network) {
  std::set<std::string> names;
  for (const Algorithm& algorithm : all_algorithms()) {
    if (algorithm.network != network) continue;
    names.insert(fmt::format("{} {} {}", network, name(algorithm.collective), algorithm.name));
  }
  return names;
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
  if (!scenario.timing.plain()) {
    text += fmt::format(" --startup {} --per-message {}", scenario.timing.startup,
                        scenario.timing.per_message);
  }
  if (scenario.hardware.queue_depth)
    text += fmt::format(" --queue-depth {}", *scenario.hardware.queue_depth);
  return text;
}

bool promises_no_waiting(const Algorithm& algorithm) {
  static const std::set<std::string> names{"furthest-first", "reversed-scatter",   "turn-simple",
                                           "turn-phased",    "turn-nearest-first", "phased",
                                           "pipelined",      "interleaved"};
  return algorithm.network == "fat-tree" && names.contains(algorithm.name);
}

}  // namespace romcast::test
