#include "apps/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/error.hpp"
#include "romcast/topologies.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

Ports parse_ports(const std::string& text, const Topology& topology) {
  const auto ports = find_ports(text);
  if (ports && topology.has(*ports)) return *ports;
  throw InputError(fmt::format("--ports {}: give single (one send per node and cycle) or {}", text,
                               topology.crossbar()
                                   ? fmt::format("2..{} (so many sends and receptions)", kMostPorts)
                                   : "multi (every link)"));
}

CollectiveKind parse_collective(const std::string& text) {
  if (const auto kind = find_collective(text)) return *kind;
  std::string known;
  for (const CollectiveKind kind : all_collectives()) {
    known += (known.empty() ? "" : ", ") + std::string(name(kind));
  }
  throw InputError(text.empty()
                       ? fmt::format("--collective is missing: give one of: {}", known)
                       : fmt::format("--collective {}: unknown; give one of: {}", text, known));
}

void check_network_options(const Scenario& scenario) {
  for (const TopologyEntry& entry : all_topologies()) {
    if (entry.name != scenario.network) continue;
    for (const auto& [option, value] : scenario.network_options) {
      if (std::ranges::find(entry.options, option, &NetworkOption::name) == entry.options.end()) {
        throw InputError(fmt::format("--{} {}: --network {} has no such option", option, value,
                                     scenario.network));
      }
    }
  }
}

void check_algorithm_options(const Algorithm& algorithm, const Options& options) {
  for (const auto& [option, value] : options) {
    const auto known = std::ranges::find(algorithm.options, option, &AlgorithmOption::name);
    if (known == algorithm.options.end()) {
      throw InputError(
          fmt::format("--{} {}: --algorithm {} has no such option", option, value, algorithm.name));
    }
    if (!known->free && std::ranges::find(known->values, value) == known->values.end()) {
      std::string allowed;
      for (const std::string& v : known->values) allowed += (allowed.empty() ? "" : ", ") + v;
      throw InputError(fmt::format("--{} {}: give one of: {}", option, value, allowed));
    }
  }
}

Json number_if_number(const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  return digits && text.size() < 10 ? Json(std::stoul(text)) : Json(text);
}

}  // namespace

nlohmann::ordered_json scenario_json(const Topology& topology, const Collective& collective,
                                     Ports ports, Timing timing, const std::string& algorithm) {
  Json json{{"network", topology.network()}};
  for (const auto& [option, value] : topology.options()) {
    // A capacity list stays text even where it has one entry.
    json[option] = option == "capacity" ? Json(value) : number_if_number(value);
  }
  json["ports"] = ports.name();
  json["collective"] = name(collective.kind());
  json["algorithm"] = algorithm.empty() ? Json(nullptr) : Json(algorithm);
  json["source"] = collective.has_source() ? Json(collective.source()) : Json(nullptr);
  json["messages"] = collective.messages();
  json["startup"] = timing.startup;
  json["per_message"] = timing.per_message;
  json["nodes"] = topology.processors();
  json["switches"] = topology.switches();
  return json;
}

nlohmann::ordered_json Resolved::json() const {
  Json json = scenario_json(*problem.topology, problem.collective, problem.ports, problem.timing,
                            algorithm->name);
  for (const AlgorithmOption& option : algorithm->options) {
    json[option.name] = option_value(*algorithm, problem.options, option.name);
  }
  json["queue_depth"] = queue_depth ? Json(*queue_depth) : Json(nullptr);
  return json;
}

Resolved resolve(const Scenario& scenario) {
  check_network_options(scenario);
  const auto topology =
      make_topology(scenario.network, [&](std::string_view option) -> std::optional<std::string> {
        const auto given = scenario.network_options.find(option);
        return given == scenario.network_options.end() ? std::nullopt
                                                       : std::optional(given->second);
      });
  const Collective collective(parse_collective(scenario.collective), topology->processors(),
                              scenario.source, scenario.messages, Collective::Numbers::waived);
  if (!scenario.timing.plain() && (!topology->direct() || topology->crossbar())) {
    throw InputError(fmt::format("--{}: a hop of --network {} takes one cycle",
                                 scenario.timing.startup > 0
                                     ? fmt::format("startup {}", scenario.timing.startup)
                                     : fmt::format("per-message {}", scenario.timing.per_message),
                                 scenario.network));
  }
  if (scenario.queue_depth && (*scenario.queue_depth < 1 || *scenario.queue_depth > kMostPlaces)) {
    throw InputError(fmt::format("--queue-depth {}: give a number from 1 to {}",
                                 *scenario.queue_depth, kMostPlaces));
  }
  Resolved resolved{.problem = {topology, collective, parse_ports(scenario.ports, *topology),
                                scenario.algorithm_options, scenario.timing},
                    .queue_depth = scenario.queue_depth};
  resolved.algorithm = &find_algorithm(scenario.algorithm, resolved.problem);
  resolved.problem.timing.buffered = resolved.algorithm->buffered;
  check_algorithm_options(*resolved.algorithm, scenario.algorithm_options);
  if (const auto least = resolved.algorithm->least_queue_depth;
      scenario.queue_depth && *scenario.queue_depth < least) {
    throw InputError(
        fmt::format("--queue-depth {}: too shallow, {} needs at least {} places per queue",
                    *scenario.queue_depth, resolved.algorithm->name, least));
  }
  return resolved;
}

}  // namespace romcast
