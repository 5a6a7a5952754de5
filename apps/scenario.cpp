// SPDX-License-Identifier: Apache-2.0
#include "apps/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/option_table.hpp"
#include "apps/option_words.hpp"
#include "apps/times.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/exchange_lines.hpp"
#include "romcast/core/patterns.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/networks/graph_file.hpp"
#include "romcast/networks/link_times.hpp"
#include "romcast/networks/network_expression.hpp"
#include "romcast/networks/tiles.hpp"
#include "romcast/run/cosimulation.hpp"
#include "romcast/run/worker_pool.hpp"
#include "romcast/slot_tables/slot_tables.hpp"
#include "systemc/simulator.hpp"

namespace romcast {
namespace {

Ports parse_ports(const std::string& text, const Topology& topology) {
  const auto ports = find_ports(text);
  if (ports && topology.has(*ports)) return *ports;
  std::vector<std::string> names{"single"}, kinds{"single (one send per node and cycle)"};
  if (topology.has({Ports::Kind::multi})) {
    names.emplace_back("multi");
    kinds.emplace_back("multi (every link)");
  }
  if (topology.has({Ports::Kind::several, 2})) {
    kinds.push_back(fmt::format("2..{} (that many sends and receptions per cycle{})", kMostPorts,
                                topology.crossbar() ? "; broadcasts and allgathers only" : ""));
  }
  if (topology.has({Ports::Kind::single, 0, true})) {
    names.insert(names.end(), {"half-single", "half-multi"});
    kinds.emplace_back("half- before any of them (half-duplex links)");
  }
  throw InputError(
      fmt::format("--ports {}: give {}{}", text, one_of(kinds), did_you_mean(text, names)));
}

CollectiveKind parse_collective(const std::string& text) {
  if (const auto kind = find_collective(text)) return *kind;
  const std::vector<std::string>& known = collective_names();
  const std::string all = fmt::format("give one of: {}", fmt::join(known, ", "));
  throw InputError(text.empty() ? fmt::format("--collective is missing: {}", all)
                                : fmt::format("--collective {}: unknown{}; {}", text,
                                              did_you_mean(text, known), all));
}

std::vector<std::string> networks_with(const std::string& option) {
  std::vector<std::string> networks;
  for (const TopologyEntry& entry : all_topologies()) {
    const bool has =
        std::ranges::find(entry.options, option, &NetworkOption::name) != entry.options.end();
    if (has) networks.push_back(entry.name);
  }
  return networks;
}

void check_network_options(const Scenario& scenario) {
  for (const auto& [option, value] : scenario.network_options) {
    const bool of_files = option == kMap || option == kStrict || option == kPlace;
    if (of_files && !is_graph_file(scenario.network)) {
      throw InputError(fmt::format("--{}: --network {} has no such option; a network in a file has",
                                   option, scenario.network));
    }
    const bool expression = is_expression(scenario.network);
    const bool described = expression || is_graph_file(scenario.network);
    const bool of_all = option == kWithout || option == kPart || option == kTiles ||
                        option == kBandwidth || option == kLatency || option == kChunk ||
                        option == kCycle;
    if (!described || of_all || of_files) continue;
    throw InputError(fmt::format("--{} {}: {} has no such option; --network {} has", option, value,
                                 expression ? "an expression" : "a network in a file",
                                 one_of(networks_with(option))));
  }
  for (const TopologyEntry& entry : all_topologies()) {
    if (entry.name != scenario.network) continue;
    for (const auto& [option, value] : scenario.network_options) {
      if (std::ranges::find(entry.options, option, &NetworkOption::name) == entry.options.end()) {
        throw InputError(fmt::format("--{} {}: --network {} has no such option; --network {} has",
                                     option, value, scenario.network,
                                     one_of(networks_with(option))));
      }
    }
  }
}

NodeId source_of(const Scenario& scenario, const Topology& topology) {
  if (scenario.source_name.empty()) {
    // Names of nodes may be numbers, as in star graphs.
    const NodeId named = topology.find_node(std::to_string(scenario.source));
    const bool numbered = scenario.source < topology.processors() || named == kNone;
    return numbered || !topology.is_processor(named) ? scenario.source : named;
  }
  const NodeId node = topology.find_node(scenario.source_name);
  if (node != kNone && topology.is_processor(node)) return node;
  throw InputError(
      fmt::format("--source {}: there is no such processor; give a number from 0 to "
                  "{}, or a name like {}",
                  scenario.source_name, topology.processors() - 1, topology.node_name(0)));
}

// Number of messages, or of a summation's operands; 1 if a summation has only --time.
std::uint32_t checked_messages(const Scenario& scenario, CollectiveKind kind) {
  if (scenario.collective == "barrier" && scenario.messages != 1) {
    throw InputError(
        fmt::format("--messages {}: a barrier has one value of each processor", scenario.messages));
  }
  if (traits(kind).addition == 0) {
    const char* option = scenario.operands ? "operands" : "time";
    if (const auto& given = scenario.operands ? scenario.operands : scenario.time) {
      throw InputError(fmt::format("--{} {}: only a summation has it, --collective {} has not",
                                   option, *given, name(kind)));
    }
    return scenario.messages;
  }
  if (scenario.operands && scenario.time) {
    throw InputError(fmt::format("--operands {} --time {}: give one of them", *scenario.operands,
                                 *scenario.time));
  }
  if (!scenario.operands && !scenario.time) {
    throw InputError(
        "--operands is missing: --collective summation needs it, or --time for as many operands as "
        "can be added in that time");
  }
  if (scenario.messages != 1) {
    throw InputError(fmt::format("--messages {}: a summation has --operands", scenario.messages));
  }
  return scenario.operands.value_or(1);
}

// Throws InputError unless an exchange has exactly one source of its messages (flows, a pattern or
// a file) and any other collective has none. With flows or a file, `messages` must be 1.
void check_messages_from(const Scenario& scenario, CollectiveKind kind) {
  const bool exchange = traits(kind).listed;
  if (!scenario.flows.empty() &&
      (!exchange || !scenario.messages_from.empty() || !scenario.pattern.empty())) {
    throw InputError(fmt::format("--flows {}: {}", scenario.flows,
                                 exchange ? "flows have the messages; leave --messages-from and "
                                            "--pattern out"
                                          : "flows are an exchange; leave --collective out"));
  }
  if (exchange && scenario.flows.empty() && scenario.messages_from.empty() &&
      scenario.pattern.empty()) {
    throw InputError(
        "--messages-from is missing: --collective exchange needs a file with a message per line, "
        "e.g. from p3 to p1,p5, or a --pattern, e.g. transpose");
  }
  if (!scenario.pattern.empty() && (!exchange || !scenario.messages_from.empty())) {
    throw InputError(fmt::format("--pattern {}: {}", scenario.pattern,
                                 exchange ? "--messages-from has the messages; leave one out"
                                          : "only --collective exchange has patterns"));
  }
  if (!exchange && !scenario.messages_from.empty()) {
    throw InputError(
        fmt::format("--messages-from {}: only an exchange has it, --collective {} has "
                    "--messages",
                    scenario.messages_from, name(kind)));
  }
  if (exchange && scenario.messages != 1 && scenario.pattern.empty()) {
    const bool flows = !scenario.flows.empty();
    throw InputError(fmt::format("--messages {}: an exchange has as many as {} {}",
                                 scenario.messages, flows ? "--flows" : "--messages-from",
                                 flows ? scenario.flows : scenario.messages_from));
  }
}

Collective collective_of(const Scenario& scenario, CollectiveKind kind, const Topology& topology) {
  const std::uint32_t messages = checked_messages(scenario, kind);
  check_messages_from(scenario, kind);
  if (!scenario.flows.empty()) return read_flows(scenario.flows, topology);
  if (!scenario.pattern.empty()) return pattern_exchange(scenario.pattern, topology, messages);
  if (traits(kind).listed) return load_exchange(scenario.messages_from, topology);
  return collective_on(topology, kind, source_of(scenario, topology), messages);
}

}  // namespace

std::shared_ptr<const Topology> network_of(const Scenario& scenario) {
  check_network_options(scenario);
  const OptionLookup option = [&](std::string_view name) -> std::optional<std::string> {
    const auto given = scenario.network_options.find(name);
    if (given != scenario.network_options.end()) return given->second;
    // With --without, `part` defaults to `source_name`: the connected part with the source is kept.
    const bool named = name == kPart && !scenario.source_name.empty();
    return named && scenario.network_options.contains(kWithout)
               ? std::optional(scenario.source_name)
               : std::nullopt;
  };
  return is_graph_file(scenario.network) ? load_network(scenario.network, option)
                                         : make_network(scenario.network, option);
}

Problem problem_of(const Scenario& scenario) { return problem_of(scenario, network_of(scenario)); }

Problem problem_of(const Scenario& scenario, std::shared_ptr<const Topology> given) {
  const bool flows = !scenario.flows.empty() && scenario.collective.empty();
  const CollectiveKind kind =
      flows ? CollectiveKind::exchange : parse_collective(scenario.collective);
  check_frames(kind, scenario.algorithm_options, *given);
  const Ports ports = parse_ports(scenario.ports, *given);
  const auto topology = network_for(kind, ports, scenario.algorithm_options, given);
  const Collective collective = collective_of(scenario, kind, *topology);
  check_timing(scenario.network, *topology, ports, scenario.timing);
  return {topology, collective, ports, scenario.algorithm_options, scenario.timing};
}

Job resolve(const Scenario& scenario) {
  if (scenario.gap_per_byte > 0 && !scenario.size) {
    throw InputError("--gap-per-byte: say how long a message is, e.g. --bytes 1024");
  }
  Problem problem = problem_of(scenario);
  return make_job(std::move(problem), {.algorithm = scenario.algorithm,
                                       .hardware = scenario.hardware,
                                       .size = scenario.size,
                                       .time = scenario.time,
                                       .pattern = scenario.pattern});
}

nlohmann::ordered_json run_in_child(const Scenario& scenario, const RunSettings& settings) {
  nlohmann::ordered_json result;
  const auto work = [&](std::size_t) {
    Run run(resolve(scenario), settings);
    Cosimulation cosimulation;
    return with_options(run.report(cosimulation)).json().dump();
  };
  load_simulator();  // once for all children
  run_in_children(1, work, [&](std::size_t, const Answer& answer) {
    result = nlohmann::ordered_json::parse(answer.value());
  });
  return result;
}

}  // namespace romcast
