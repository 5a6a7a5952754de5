// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "romcast/core/error.hpp"
#include "romcast/core/stored_network.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/judge/judge_state.hpp"
#include "romcast/run/job_parts.hpp"
#include "romcast/run/job_queues.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kPeriodic = "periodic";

void check_algorithm_options(const Algorithm& algorithm, const Options& options) {
  for (const auto& [option, value] : options) {
    const auto known = std::ranges::find(algorithm.options, option, &AlgorithmOption::name);
    if (known == algorithm.options.end()) {
      throw InputError({option, value},
                       fmt::format("`algorithm` {} has no such option", algorithm.name));
    }
    if (!known->free && std::ranges::find(known->values, value) == known->values.end()) {
      std::string allowed;
      for (const std::string& v : known->values) allowed += (allowed.empty() ? "" : ", ") + v;
      throw InputError({option, value}, fmt::format("give one of: {}", allowed));
    }
  }
}

// Sets the number of operands to as many as the algorithm can add within the given time.
void add_operands_of_time(std::uint32_t time, Job& job) {
  const Algorithm& algorithm = job.algorithm;
  if (!algorithm.operands_in) {
    throw InputError({"time", time},
                     fmt::format("`algorithm` {} needs `operands`", algorithm.name));
  }
  Collective& collective = job.problem.collective;
  const std::uint64_t operands = algorithm.operands_in(job.problem, time);
  if (operands < 1 || operands >= kNone) {
    throw InputError(
        {"time", time}, fmt::format("{} operands could be added", operands),
        fmt::format("{} can be counted", operands < 1 ? "1 or more" : "fewer than 4294967295"));
  }
  collective = Collective(collective.kind(), collective.processors(), collective.source(),
                          static_cast<std::uint32_t>(operands));
}

Json number_if_number(const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  return digits && text.size() < 10 ? Json(std::stoul(text)) : Json(text);
}

void check_signs(const MessageSize& size) {
  if (size.bytes < 1) throw InputError({"bytes", size.bytes}, "a message has one or more");
  if (size.gap_per_byte >= 0 && std::isfinite(size.gap_per_byte)) return;
  throw InputError({"gap_per_byte", fmt::format("{}", size.gap_per_byte)}, "no number of cycles");
}

}  // namespace

double nearest_whole(double number) {
  constexpr double error = 8 * std::numeric_limits<double>::epsilon();
  return std::round(number + error * number);
}

double MessageSize::held() const { return nearest_whole((bytes - 1) * gap_per_byte); }

void MessageSize::check() const {
  check_signs(*this);
  if (held() <= kMostTime) return;
  throw InputError({"gap_per_byte", fmt::format("{}", gap_per_byte)},
                   fmt::format("a message holds its ports for at most {} cycles", kMostTime));
}

Timing MessageSize::stretched(Timing timing) const {
  check_signs(*this);
  const double longest = std::max(timing.latency, timing.gap) + held();
  if (longest > kMostTime) {
    throw InputError(
        {"gap_per_byte"},
        fmt::format("{} take {:.0f} cycles longer, which makes a time of {:.0f}",
                    counted(bytes, "byte"), held(), longest),
        fmt::format("at most {} count: give a longer `cycle`, or fewer bytes", kMostTime));
  }
  timing.latency += static_cast<std::uint32_t>(held());
  timing.gap += static_cast<std::uint32_t>(held());
  return timing;
}

void MessageSize::add_to(nlohmann::ordered_json& scenario) const {
  scenario["bytes"] = bytes;
  scenario["gap_per_byte"] = gap_per_byte;
  scenario["held"] = static_cast<std::uint32_t>(held());
}

std::shared_ptr<const Topology> network_for(CollectiveKind kind, Ports ports,
                                            const Options& options,
                                            std::shared_ptr<const Topology> network) {
  // Exchanges, half-duplex ports and frames need stores, because their schedules are searched;
  // nodes that combine need them, too.
  const bool stored =
      traits(kind).listed || combines(kind) || ports.half || options.contains(kPeriod);
  return stored ? with_stores(std::move(network)) : network;
}

Collective collective_on(const Topology& network, CollectiveKind kind, NodeId source,
                         std::uint32_t messages) {
  if (traits(kind).in_nodes && !network.crossbar()) {
    return Collective::combined_by_nodes(network.processors(), source, messages, kind);
  }
  return {kind, network.processors(), source, messages, Collective::Numbers::waived};
}

void check_ranges(const Timing& timing) {
  const auto check = [](std::string_view name, std::uint32_t cycles, std::uint32_t least) {
    if (cycles >= least && cycles <= kMostTime) return;
    throw InputError({name, cycles}, fmt::format("give a number from {} to {}", least, kMostTime));
  };
  check("startup", timing.startup, 0);
  check("per_message", timing.per_message, 1);
  for (const LogpTime& time : kLogpTimes) check(time.name, timing.*time.member, time.least);
}

// Rejects non-unit timing if the network or the ports do not support it.
void check_timing(const std::string& network, const Topology& topology, Ports ports,
                  const Timing& timing) {
  if (!timing.rounds() && (!topology.direct() || topology.crossbar())) {
    throw InputError(timing.startup > 0 ? Given("startup", timing.startup)
                                        : Given("per_message", timing.per_message),
                     fmt::format("a hop of `network` {} takes one cycle", network));
  }
  if (!timing.rounds() && ports.kind == Ports::Kind::several) {
    throw InputError({"ports", ports.name()}, "hops take one cycle there",
                     "leave `startup` and `per_message` out");
  }
  if (!timing.rounds() && ports.half) {
    throw InputError({"ports", ports.name()}, "half-duplex links carry a hop in one cycle",
                     "leave `startup` and `per_message` out");
  }
  const auto other = std::ranges::find_if(
      kLogpTimes, [&](const LogpTime& t) { return timing.*t.member != Timing{}.*t.member; });
  if (other == kLogpTimes.end()) return;
  const Given given(other->name, timing.*other->member);
  if (!topology.crossbar()) {
    throw InputError(given, fmt::format("`network` {} has no such time", network),
                     "`network` complete has");
  }
  const auto busy = std::ranges::find_if(kLogpTimes, [&](const LogpTime& t) {
    return t.member != &Timing::latency && timing.*t.member != Timing{}.*t.member;
  });
  if (!ports.single() && busy != kLogpTimes.end()) {
    throw InputError(Given(busy->name, timing.*busy->member).with({"ports", ports.name()}),
                     "machines with several ports have a latency, but neither overhead nor gap",
                     "give `ports` single, or `latency` alone");
  }
}

nlohmann::ordered_json scenario_json(const Topology& topology, const Collective& collective,
                                     Ports ports, Timing timing, const std::string& algorithm) {
  Json json{{"network", topology.network()}};
  for (const auto& [option, value] : topology.options()) {
    // The key `latency` is that of LogP machines.
    const std::string key = option == "latency" ? "link_latency" : option;
    // A capacity list stays text even if it has one entry.
    json[key] = option == "capacity" ? Json(value) : number_if_number(value);
  }
  if (topology.cycle_seconds() > 0) json["cycle_seconds"] = topology.cycle_seconds();
  const bool whole =
      (topology.timed() || topology.tiled() != nullptr) && topology.cut_off().empty();
  if (!topology.intact() && !whole) json["cut_off"] = topology.cut_off();
  json["ports"] = ports.name();
  json["collective"] = name(collective.kind());
  json["algorithm"] = algorithm.empty() ? Json(nullptr) : Json(algorithm);
  json["source"] = collective.has_source() ? Json(collective.source()) : Json(nullptr);
  const bool adds = collective.traits().addition > 0;
  json["messages"] = adds ? Json(nullptr) : Json(collective.messages());
  json["operands"] = adds ? Json(collective.messages()) : Json(nullptr);
  json["startup"] = timing.startup;
  json["per_message"] = timing.per_message;
  for (const LogpTime& time : kLogpTimes) json[time.name] = timing.*time.member;
  json["nodes"] = topology.processors();                                         // the older name
  if (!json.contains("processors")) json["processors"] = topology.processors();  // else an option
  const bool apart = topology.nodes() > topology.processors();  // some nodes only switch
  json["switches"] =
      topology.direct() && apart ? topology.nodes() - topology.processors() : topology.switches();
  return json;
}

nlohmann::ordered_json Job::json() const {
  Json json = scenario_json(*problem.topology, problem.collective, problem.ports, problem.timing,
                            algorithm.name);
  for (const AlgorithmOption& option : algorithm.options) {
    const std::string value = option_value(algorithm, problem.options, option.name);
    // Keys have underscores.
    std::string key = option.name;
    std::ranges::replace(key, '-', '_');
    if (option.dashed_alias) json[option.name] = value;
    json[key] = number_if_number(value);
  }
  add_queues(hardware, json);
  if (!pattern.empty()) json["pattern"] = pattern;
  if (size) size->add_to(json);
  return json;
}

Problem make_problem(std::shared_ptr<const Topology> network, CollectiveKind kind,
                     const Asked& asked) {
  if (!network) throw InputError::missing("network", "a problem has one");
  auto nodes = network_for(kind, asked.ports, asked.options, std::move(network));
  check_ports(*nodes, asked.ports);
  if (traits(kind).listed) {
    throw InputError({"collective", "exchange"}, "make it of its messages, Collective::of_demands");
  }
  check_ranges(asked.timing);
  check_timing(nodes->network(), *nodes, asked.ports, asked.timing);
  Collective collective = collective_on(*nodes, kind, asked.source, asked.messages);
  if (asked.word_bits > 0) collective = collective.carrying(asked.word_bits);
  return {std::move(nodes), collective, asked.ports, asked.options, asked.timing};
}

namespace {

// Throws InputError for reductions and bounds of latency: only periodic schedules can have them.
void check_no_latency(const Collective& collective) {
  for (const Flow& flow : collective.flows()) {
    if (flow.reduces()) {
      throw InputError::missing("period", fmt::format("words of {} are combined in frames that "
                                                      "repeat; give a number or auto",
                                                      flow.name));
    }
    if (flow.latency == 0) continue;
    throw InputError::missing("period", fmt::format("flow {} has a bound on latency, which is of "
                                                    "frames that repeat; give a number or auto",
                                                    flow.name));
  }
}

void check_operands(CollectiveKind kind) {
  if (traits(kind).addition == 0) return;
  throw InputError({"collective", std::string(name(kind))}, "frames combine a word of each source",
                   "give reduce");
}

}  // namespace

void check_frames(CollectiveKind kind, const Options& options, const Topology& network) {
  const auto period = options.find(kPeriod);
  if (period == options.end()) return;
  check_operands(kind);
  if (network.crossbar()) {
    throw InputError(Given(kPeriod, period->second).with({"network", network.network()}),
                     "schedules that repeat are for networks of links",
                     "a `network` hyperx of one dimension has a link for each pair");
  }
  if (network.timed()) {
    throw InputError({kPeriod, period->second},
                     "schedules that repeat are for links that take one cycle");
  }
}

Collective as_reductions(const Collective& collective, Operation operation) {
  const Traits& traits = collective.traits();
  check_operands(collective.kind());
  const std::string called(name(collective.kind()));
  std::vector<NodeId> all;
  for (NodeId p = 0; p < collective.processors(); ++p) all.push_back(p);
  const auto to = [&](std::string flow, std::vector<NodeId> destinations) {
    return Flow{.name = std::move(flow),
                .destinations = std::move(destinations),
                .words = collective.messages(),
                .sources = all,
                .operation = operation};
  };
  std::vector<Flow> flows;
  if (collective.has_source()) flows.push_back(to(called, {collective.source()}));
  if (traits.to_all) flows.push_back(to(called, all));
  for (const NodeId p : all) {
    if (!traits.pairs) break;
    flows.push_back(to(fmt::format("reduce{}", p), {p}));
  }
  return Collective::of_flows(collective.processors(), std::move(flows));
}

Job make_job(Problem problem, JobOptions options) {
  check_range(options.hardware);
  check_ranges(problem.timing);
  if (options.size) options.size->check();
  if (!problem.topology) throw InputError::missing("network", "a problem has one");
  if (options.algorithm == kPeriodic) problem.options.try_emplace(kPeriod, "auto");
  check_frames(problem.collective.kind(), problem.options, *problem.topology);
  // A problem that the user built field by field may have a network without the needed stores.
  problem.topology = network_for(problem.collective.kind(), problem.ports, problem.options,
                                 std::move(problem.topology));
  check_fit(*problem.topology, problem.collective, problem.ports);
  const Options given = problem.options;
  Job job{.problem = std::move(problem),
          .hardware = std::move(options.hardware),
          .size = options.size,
          .pattern = std::move(options.pattern)};
  // Only the algorithm kPeriodic makes periodic schedules.
  const bool repeats = options.algorithm == kPeriodic ||
                       (options.algorithm.empty() && job.problem.options.contains(kPeriod));
  if (repeats && job.problem.ports != Ports{}) {
    throw InputError({"ports", job.problem.ports.name()},
                     "schedules that repeat use all links of a node at a time",
                     "give `ports` multi");
  }
  if (repeats && job.problem.collective.combines()) {
    job.problem.collective = as_reductions(job.problem.collective, Operation::add);
  }
  job.algorithm = find_algorithm(repeats ? kPeriodic : options.algorithm, job.problem);
  if (job.algorithm.name != kPeriodic) check_no_latency(job.problem.collective);
  job.problem.timing.buffered = job.algorithm.buffered;
  if (options.time) add_operands_of_time(*options.time, job);
  if (job.algorithm.copies) {
    job.problem.collective = job.problem.collective.copied();
  }
  check_algorithm_options(job.algorithm, given);
  check_depth(job);
  return job;
}

ScheduleHeader schedule_header(const Job& job, std::optional<QueueLimit> limit,
                               std::optional<Period> period) {
  return {.topology = job.problem.topology,
          .collective = job.problem.collective,
          .ports = job.problem.ports,
          .limit = limit,
          .timing = job.problem.timing,
          .period = period,
          .algorithm = job.algorithm.name};
}

}  // namespace romcast
