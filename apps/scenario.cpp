// SPDX-License-Identifier: Apache-2.0
#include "apps/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/logp_times.hpp"
#include "apps/option_table.hpp"
#include "apps/problem_of.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/exchange_lines.hpp"
#include "romcast/core/stored_network.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/networks/graph_file.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

Ports parse_ports(const std::string& text, const Topology& topology) {
  const auto ports = find_ports(text);
  if (ports && topology.has(*ports)) return *ports;
  std::vector<std::string> names{"single"}, kinds{"single (one send per node and cycle)"};
  if (topology.has({Ports::Kind::multi})) {
    names.emplace_back("multi");
    kinds.emplace_back("multi (every link)");
  }
  if (topology.has({Ports::Kind::several, 2})) {
    kinds.push_back(fmt::format("2..{} (so many sends and receptions)", kMostPorts));
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
    if (!is_graph_file(scenario.network) || option == kWithout || option == kPart) continue;
    throw InputError(
        fmt::format("--{} {}: a network in a file has no such option; --network {} has", option,
                    value, one_of(networks_with(option))));
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

// What a machine of other times than the rounds must be.
void check_timing(const Scenario& scenario, const Topology& topology, Ports ports) {
  const Timing& timing = scenario.timing;
  if (!timing.rounds() && (!topology.direct() || topology.crossbar())) {
    throw InputError(fmt::format("--{}: a hop of --network {} takes one cycle",
                                 timing.startup > 0
                                     ? fmt::format("startup {}", timing.startup)
                                     : fmt::format("per-message {}", timing.per_message),
                                 scenario.network));
  }
  if (!timing.rounds() && ports.kind == Ports::Kind::several) {
    throw InputError(
        fmt::format("--ports {}: hops take one cycle there; leave --startup and --per-message out",
                    scenario.ports));
  }
  const auto other = std::ranges::find_if(
      kLogpTimes, [&](const LogpTime& t) { return timing.*t.member != Timing{}.*t.member; });
  if (other == kLogpTimes.end()) return;
  const std::string given = fmt::format("{} {}", other->name, timing.*other->member);
  if (!topology.crossbar()) {
    throw InputError(fmt::format("--{}: --network {} has no such time; --network complete has",
                                 given, scenario.network));
  }
  if (!ports.single()) {
    throw InputError(
        fmt::format("--{} --ports {}: these machines have one port; give --ports single", given,
                    scenario.ports));
  }
}

NodeId source_of(const Scenario& scenario, const Topology& topology) {
  if (scenario.source_name.empty()) return scenario.source;
  const NodeId node = topology.find_node(scenario.source_name);
  if (node != kNone && topology.is_processor(node)) return node;
  throw InputError(
      fmt::format("--source {}: there is no such processor; give a number from 0 to "
                  "{}, or a name like {}",
                  scenario.source_name, topology.processors() - 1, topology.node_name(0)));
}

// How many messages the collective has, or operands; 1 as long as only --time is known.
std::uint32_t checked_messages(const Scenario& scenario, CollectiveKind kind) {
  if (scenario.collective == "barrier" && scenario.messages != 1) {
    throw InputError(
        fmt::format("--messages {}: a barrier has one value of each processor", scenario.messages));
  }
  if (kind != CollectiveKind::summation) {
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

// Only an exchange has messages of its own.
void check_messages_from(const Scenario& scenario, CollectiveKind kind) {
  const bool exchange = kind == CollectiveKind::exchange;
  if (exchange && scenario.messages_from.empty()) {
    throw InputError(
        "--messages-from is missing: --collective exchange needs a file with a message per line, "
        "e.g. from p3 to p1,p5");
  }
  if (!exchange && !scenario.messages_from.empty()) {
    throw InputError(
        fmt::format("--messages-from {}: only an exchange has it, --collective {} has "
                    "--messages",
                    scenario.messages_from, name(kind)));
  }
  if (exchange && scenario.messages != 1) {
    throw InputError(fmt::format("--messages {}: an exchange has as many as --messages-from {}",
                                 scenario.messages, scenario.messages_from));
  }
}

Collective collective_of(const Scenario& scenario, CollectiveKind kind, const Topology& topology) {
  const std::uint32_t messages = checked_messages(scenario, kind);
  check_messages_from(scenario, kind);
  if (kind == CollectiveKind::exchange) return load_exchange(scenario.messages_from, topology);
  const NodeId source = source_of(scenario, topology);
  if (combines(kind) && kind != CollectiveKind::summation && !topology.crossbar()) {
    return Collective::combined_by_nodes(topology.processors(), source, messages, kind);
  }
  return {kind, topology.processors(), source, messages, Collective::Numbers::waived};
}

// As many operands as the algorithm can add in the time that is given.
void add_operands_of_time(std::uint32_t time, Job& job) {
  const Algorithm& algorithm = job.algorithm;
  if (!algorithm.operands_in) {
    throw InputError(
        fmt::format("--time {}: --algorithm {} needs --operands", time, algorithm.name));
  }
  Collective& collective = job.problem.collective;
  const std::uint64_t operands = algorithm.operands_in(job.problem, time);
  if (operands < 1 || operands >= kNone) {
    throw InputError(fmt::format("--time {}: {} operands could be added; {} can be counted", time,
                                 operands, operands < 1 ? "1 or more" : "fewer than 4294967295"));
  }
  collective = Collective(collective.kind(), collective.processors(), collective.source(),
                          static_cast<std::uint32_t>(operands));
}

// A processor looks through its input queue within a cycle; a switch that needs a least depth is
// built with that one.
std::uint32_t most_places(const Algorithm& algorithm) {
  constexpr std::uint32_t most_in_input = 64;
  if (algorithm.buffered) return most_in_input;
  return algorithm.least_queue_depth > 1 ? algorithm.least_queue_depth : kMostPlaces;
}

Json number_if_number(const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  return digits && text.size() < 10 ? Json(std::stoul(text)) : Json(text);
}

}  // namespace

// A depth is kept by the hardware or refused.
void check_depth(const Job& job) {
  const Algorithm& algorithm = job.algorithm;
  const Problem& problem = job.problem;
  const bool queues =
      !problem.collective.by_nodes() && (!problem.topology->crossbar() || problem.timing.buffered);
  if (job.hardware.fit && (job.hardware.queue_depth || !queues)) {
    throw InputError(
        job.hardware.queue_depth
            ? fmt::format("--fit --queue-depth {}: give one of them", *job.hardware.queue_depth)
            : fmt::format(
                  "--fit: there is no queue in --network {} with --algorithm {}; leave it out",
                  problem.topology->network(), algorithm.name));
  }
  if (!job.hardware.queue_depth) return;
  const std::uint32_t depth = *job.hardware.queue_depth;
  if (!queues) {
    throw InputError(
        fmt::format("--queue-depth {}: there is no queue in --network {} with --algorithm {}; "
                    "leave it out",
                    depth, problem.topology->network(), algorithm.name));
  }
  if (depth < algorithm.least_queue_depth) {
    throw InputError(fmt::format("--queue-depth {}: too shallow, {} needs at least {} per queue",
                                 depth, algorithm.name,
                                 counted(algorithm.least_queue_depth, "slot")));
  }
  if (const std::uint32_t most = most_places(algorithm); depth > most) {
    throw InputError(fmt::format("--queue-depth {}: too deep, queues of {} have at most {} slots",
                                 depth, algorithm.name, most));
  }
}

nlohmann::ordered_json scenario_json(const Topology& topology, const Collective& collective,
                                     Ports ports, Timing timing, const std::string& algorithm) {
  Json json{{"network", topology.network()}};
  for (const auto& [option, value] : topology.options()) {
    // A capacity list stays text even where it has one entry.
    json[option] = option == "capacity" ? Json(value) : number_if_number(value);
  }
  if (!topology.intact()) json["cut_off"] = topology.cut_off();
  json["ports"] = ports.name();
  json["collective"] = name(collective.kind());
  json["algorithm"] = algorithm.empty() ? Json(nullptr) : Json(algorithm);
  json["source"] = collective.has_source() ? Json(collective.source()) : Json(nullptr);
  const bool adds = collective.kind() == CollectiveKind::summation;
  json["messages"] = adds ? Json(nullptr) : Json(collective.messages());
  json["operands"] = adds ? Json(collective.messages()) : Json(nullptr);
  json["startup"] = timing.startup;
  json["per_message"] = timing.per_message;
  for (const LogpTime& time : kLogpTimes) json[time.name] = timing.*time.member;
  json["nodes"] = topology.processors();
  json["switches"] = topology.switches();
  return json;
}

nlohmann::ordered_json Job::json() const {
  Json json = scenario_json(*problem.topology, problem.collective, problem.ports, problem.timing,
                            algorithm.name);
  for (const AlgorithmOption& option : algorithm.options) {
    const std::string value = option_value(algorithm, problem.options, option.name);
    // Keys have underscores; the option's own spelling was the first one and stays.
    std::string key = option.name;
    std::ranges::replace(key, '-', '_');
    json[option.name] = value;
    json[key] = value;
  }
  json["queue_depth"] = hardware.queue_depth ? Json(*hardware.queue_depth) : Json(nullptr);
  if (hardware.fit) json["fit"] = true;
  if (size) size->add_to(json);
  return json;
}

std::shared_ptr<const Topology> network_of(const Scenario& scenario) {
  check_network_options(scenario);
  const OptionLookup option = [&](std::string_view name) -> std::optional<std::string> {
    const auto given = scenario.network_options.find(name);
    if (given != scenario.network_options.end()) return given->second;
    // Who has the data is in the part that is kept.
    const bool named = name == kPart && !scenario.source_name.empty();
    return named && scenario.network_options.contains(kWithout)
               ? std::optional(scenario.source_name)
               : std::nullopt;
  };
  return is_graph_file(scenario.network) ? load_network(scenario.network, option)
                                         : make_topology(scenario.network, option);
}

Problem problem_of(const Scenario& scenario) {
  const auto given = network_of(scenario);
  const CollectiveKind kind = parse_collective(scenario.collective);
  // What is searched for on any network is for stores, and so is what nodes combine.
  const bool stored = kind == CollectiveKind::exchange || combines(kind);
  const auto topology = stored ? with_stores(given) : given;
  const Collective collective = collective_of(scenario, kind, *topology);
  const Ports ports = parse_ports(scenario.ports, *topology);
  check_timing(scenario, *topology, ports);
  return {topology, collective, ports, scenario.algorithm_options, scenario.timing};
}

Job resolve(const Scenario& scenario) {
  if (scenario.gap_per_byte > 0 && !scenario.size) {
    throw InputError("--gap-per-byte: say how long a message is, e.g. --bytes 1024");
  }
  Problem problem = problem_of(scenario);
  if (scenario.hardware.queue_depth &&
      (*scenario.hardware.queue_depth < 1 || *scenario.hardware.queue_depth > kMostPlaces)) {
    throw InputError(fmt::format("--queue-depth {}: give a number from 1 to {}",
                                 *scenario.hardware.queue_depth, kMostPlaces));
  }
  Job job{.problem = std::move(problem), .hardware = scenario.hardware, .size = scenario.size};
  job.algorithm = find_algorithm(scenario.algorithm, job.problem);
  job.problem.timing.buffered = job.algorithm.buffered;
  if (scenario.time) add_operands_of_time(*scenario.time, job);
  if (job.algorithm.copies) {
    job.problem.collective = job.problem.collective.copied();
  }
  check_algorithm_options(job.algorithm, scenario.algorithm_options);
  check_depth(job);
  return job;
}

}  // namespace romcast
