// SPDX-License-Identifier: Apache-2.0
#include "apps/schedule_scenario.hpp"

#include <fmt/format.h>

#include "apps/hardware.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/stored_network.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {
namespace {

// What is known of the problem whatever the algorithm.
Theory bound(const Problem& problem) {
  try {
    const Theory theory = find_algorithm("", problem).predict(problem);
    return {.lower_bound = theory.lower_bound, .lower_bound_source = theory.lower_bound_source};
  } catch (const InputError&) {
    return {};  // nothing here solves it
  }
}

QueueKind queues_of(Ports ports) {
  return ports.single() ? QueueKind::up_down : QueueKind::per_output;
}

Algorithm file_algorithm(const ScheduleHeader& header, const OpenSchedule& schedule) {
  Algorithm algorithm;
  algorithm.name = header.algorithm;
  algorithm.network = header.topology->network();
  algorithm.collective = header.collective->kind();
  algorithm.ports = {header.ports.kind};
  algorithm.default_control = Control::rom;
  algorithm.logp = header.timing.logp();
  algorithm.buffered = header.timing.buffered;
  algorithm.copies = header.collective->copies();
  // Any algorithm's bound, where only stores can do it that of stores.
  algorithm.predict = [network = header.topology](const Problem& problem) {
    const CollectiveKind kind = problem.collective.kind();
    const bool any = kind == CollectiveKind::exchange || problem.collective.by_nodes();
    return bound({any ? with_stores(network) : network,
                  problem.collective,
                  problem.ports,
                  {},
                  problem.timing});
  };
  algorithm.build = [schedule](const Problem&) { return Plan{.open = schedule}; };
  return algorithm;
}

// Queues that are first in, first out cannot run every schedule; stores can.
std::shared_ptr<const Topology> fit_for(const ScheduleHeader& header, const OpenSchedule& schedule,
                                        const Algorithm& algorithm, bool anyway) {
  const Resolved as_given{
      .problem = {header.topology, *header.collective, header.ports, {}, header.timing},
      .algorithm = &algorithm,
      .given = true};
  const auto legal = [&] {
    return judge(*header.topology, *header.collective, header.ports, schedule, header.limit,
                 header.timing)
               .violation_count == 0;
  };
  if (machine_of(as_given)->can_follow(schedule) || !(anyway || legal())) return header.topology;
  return with_stores(header.topology);
}

void check_options(const Scenario& given, const ScheduleHeader& header, const std::string& name) {
  const auto refuse = [&](const std::string& option) {
    throw InputError(fmt::format("{}: {} says it itself; leave it out", option, name));
  };
  const Scenario none;
  if (given.network != none.network) refuse("--network " + given.network);
  for (const auto& [option, value] : given.network_options) {
    refuse(fmt::format("--{} {}", option, value));
  }
  if (given.ports != none.ports) refuse("--ports " + given.ports);
  if (!given.collective.empty()) refuse("--collective " + given.collective);
  if (!given.algorithm.empty()) refuse("--algorithm " + given.algorithm);
  for (const auto& [option, value] : given.algorithm_options) {
    refuse(fmt::format("--{} {}", option, value));
  }
  if (given.source != none.source) refuse(fmt::format("--source {}", given.source));
  if (!given.source_name.empty()) refuse("--source " + given.source_name);
  if (given.messages != none.messages) refuse(fmt::format("--messages {}", given.messages));
  if (!given.messages_from.empty()) refuse("--messages-from " + given.messages_from);
  if (given.operands) refuse(fmt::format("--operands {}", *given.operands));
  if (given.time) refuse(fmt::format("--time {}", *given.time));
  if (given.timing != none.timing) {
    refuse("--startup, --per-message, --latency, --overhead, --gap");
  }
  if (given.gap_per_byte > 0) refuse("--gap-per-byte");
  if (given.queue_depth && header.limit) {
    refuse(fmt::format("--queue-depth {}", *given.queue_depth));
  }
}

// The depth that the file asks for, where the hardware that runs it has such queues.
std::optional<std::uint32_t> depth_of(const ScheduleHeader& header) {
  if (!header.limit) return std::nullopt;
  const bool store = header.limit->kind == QueueKind::store;
  const bool built = store ? header.ports.single() || header.timing.buffered
                           : header.limit->kind == queues_of(header.ports);
  return built ? std::optional(header.limit->depth) : std::nullopt;
}

}  // namespace

std::shared_ptr<const Topology> network_that_runs(const ScheduleHeader& header,
                                                  const OpenSchedule& schedule) {
  const Algorithm algorithm = file_algorithm(header, schedule);
  return fit_for(header, schedule, algorithm, false);
}

struct ScheduleScenario::State {
  State(ScheduleFile file, std::string file_name, const Scenario& given, bool anyway)
      : name(std::move(file_name)),
        schedule(stored_schedule(std::move(file.hops))),
        algorithm(file_algorithm(file.header, schedule)),
        resolved{.problem = {fit_for(file.header, schedule, algorithm, anyway),
                             *file.header.collective,
                             file.header.ports,
                             {},
                             file.header.timing},
                 .algorithm = &algorithm,
                 .queue_depth = given.queue_depth ? given.queue_depth : depth_of(file.header),
                 .fit = given.fit,
                 .given = true,
                 .limit = file.header.limit} {
    // A limit of queues says nothing of stores.
    if (resolved.problem.topology != file.header.topology) resolved.limit.reset();
  }

  std::string name;
  OpenSchedule schedule;
  Algorithm algorithm;
  Resolved resolved;
};

ScheduleScenario::ScheduleScenario(ScheduleFile file, std::string name, const Scenario& given,
                                   bool anyway) {
  check_options(given, file.header, name);
  auto state = std::make_unique<const State>(std::move(file), std::move(name), given, anyway);
  check_depth(state->resolved);
  state_ = std::move(state);
}

ScheduleScenario::~ScheduleScenario() = default;

const Resolved& ScheduleScenario::resolved() const { return state_->resolved; }
OpenSchedule ScheduleScenario::schedule() const { return state_->schedule; }

Report ScheduleScenario::run(const RunOptions& options) const {
  if (options.control == Control::rule) {
    throw InputError(
        fmt::format("--control rule: {} is a schedule, which runs from ROMs", state_->name));
  }
  RunOptions from_rom = options;
  from_rom.control = Control::rom;
  Report report = run_resolved(state_->resolved, from_rom);
  report.scenario["file"] = state_->name;
  return report;
}

}  // namespace romcast
