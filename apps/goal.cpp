// SPDX-License-Identifier: Apache-2.0
#include "apps/goal.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/complete.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/goal/goal_claim.hpp"
#include "romcast/goal/goal_schedule.hpp"
#include "romcast/goal/goal_writer.hpp"

namespace romcast {
namespace {

Algorithm file_algorithm(const OpenSchedule& schedule) {
  Algorithm algorithm;
  algorithm.network = "complete";
  algorithm.collective = CollectiveKind::exchange;
  algorithm.ports = {Ports::Kind::single};
  algorithm.default_control = Control::rom;
  algorithm.logp = true;
  algorithm.build = [schedule](const Problem&) { return Plan{.open = schedule}; };
  return algorithm;
}

// The size of the program's messages, if it costs time. Throws InputError if it does and they
// differ.
std::optional<MessageSize> size_of(const GoalProgram& program, const Scenario& given) {
  if (given.bytes) {
    throw InputError(
        fmt::format("--bytes {}: {} says it itself; leave it out", *given.bytes, program.name));
  }
  if (given.gap_per_byte == 0 || program.most_bytes <= 1) return std::nullopt;
  if (program.least_bytes != program.most_bytes) {
    throw InputError(fmt::format(
        "{}: has messages of {} to {} bytes, and with --gap-per-byte they would take different "
        "times, which the hardware's do not; make them equal, or leave it out",
        program.name, program.least_bytes, program.most_bytes));
  }
  return MessageSize{program.most_bytes, given.gap_per_byte};
}

std::string cycles_with_queues(const GoalProgram& program, const Resolved& resolved,
                               const Progress& progress) {
  try {
    const double held = resolved.size ? resolved.size->held() : 0;
    const GoalTimes times = simulate_goal(program, resolved.problem.timing, GoalInput::queued,
                                          progress, static_cast<std::uint32_t>(held));
    return fmt::format("in {}", counted(times.cycles, "cycle"));
  } catch (const InputError& error) {
    return fmt::format("not at all: {}", error.what());
  }
}

// Ranks that neither send nor receive: few are meant to.
std::string idle_ranks(const GoalProgram& program) {
  const auto moves = [](const GoalOp& op) { return op.kind != GoalOp::Kind::calc; };
  std::size_t idle = 0, first = 0;
  for (std::size_t rank = program.ranks.size(); rank-- > 0;) {
    if (std::ranges::any_of(program.ranks[rank].ops, moves)) continue;
    ++idle;
    first = rank;
  }
  if (idle == 0) return "";
  return idle == 1 ? fmt::format("; rank {} takes no part", first)
                   : fmt::format("; {} ranks take no part, the first is rank {}", idle, first);
}

// Whoever gives sizes may expect them to take time.
std::string sizes(const GoalProgram& program, const Resolved& resolved) {
  if (resolved.size) {
    return fmt::format("; {} a message take {:.0f} cycles longer than one",
                       counted(resolved.size->bytes, "byte"), resolved.size->held());
  }
  if (program.most_bytes == 0 || program.least_bytes == program.most_bytes) return "";
  return fmt::format("; messages of {} to {} bytes take the same time (G = 0)", program.least_bytes,
                     program.most_bytes);
}

// How long LogGOPSim takes, whose processors have queues, and what a verdict on a program means.
std::string note(const GoalProgram& program, const Resolved& resolved, const Progress& progress,
                 std::optional<CollectiveKind> claim) {
  const std::string unchecked =
      claim ? fmt::format(
                  "what every rank has can reach all that need it in {}; not checked: "
                  "which bytes it sends",
                  name(*claim))
            : "not checked: whether it is what the ranks need, as a GOAL program does not say its "
              "collective (--as)";
  return fmt::format(
      "LogGOPSim, which queues what comes to a busy processor, ends {}; checked: what is sent is "
      "received, in order and in the machine's times; {}{}{}",
      cycles_with_queues(program, resolved, progress), unchecked, sizes(program, resolved),
      idle_ranks(program));
}

}  // namespace

struct GoalScenario::State {
  State(GoalProgram read, const Scenario& given, const Progress& progress,
        std::optional<CollectiveKind> said)
      : program(std::move(read)),
        claim(said),
        size(size_of(program, given)),
        timing(size ? size->stretched(given.timing) : given.timing),
        times(simulate_goal(program, timing, GoalInput::direct, progress)),
        hops(goal_hops(program, timing, times)),
        schedule(stored_schedule(hops)),
        algorithm(file_algorithm(schedule)),
        resolved{.problem = {std::make_shared<Complete>(
                                 static_cast<std::uint32_t>(program.ranks.size())),
                             goal_collective(program),
                             Ports{Ports::Kind::single},
                             {},
                             timing},
                 .algorithm = &algorithm,
                 .size = size} {}

  // What the judge of schedules cannot see: without their cycle, its end.
  [[nodiscard]] std::vector<Violation> objections() const {
    std::vector<Violation> found;
    const auto object = [&](ViolationKind kind, std::string text) {
      if (!text.empty()) found.push_back({0, kind, std::move(text)});
    };
    object(ViolationKind::sent_before_arrival, broken_goal_order(program, timing, hops, times));
    if (claim) object(ViolationKind::message_lost, broken_goal_claim(program, times, *claim));
    return found;
  }

  GoalProgram program;
  std::optional<CollectiveKind> claim;
  std::optional<MessageSize> size;
  Timing timing;
  GoalTimes times;
  std::vector<Hop> hops;
  OpenSchedule schedule;
  Algorithm algorithm;
  Resolved resolved;
};

GoalScenario::GoalScenario(GoalProgram program, const Scenario& given, const Progress& progress,
                           std::optional<CollectiveKind> claim)
    : state_(std::make_unique<const State>(std::move(program), given, progress, claim)) {}
GoalScenario::~GoalScenario() = default;

const Resolved& GoalScenario::resolved() const { return state_->resolved; }
OpenSchedule GoalScenario::schedule() const { return state_->schedule; }

Report GoalScenario::run(const RunOptions& options) const {
  if (options.hardware && state_->resolved.problem.collective.messages() == 0) {
    throw InputError(fmt::format("{}: nothing is sent; use romcast check", state_->program.name));
  }
  if (!options.save_plan.empty() || !options.save_trace.empty()) {
    throw InputError(
        "--save-plan, --save-trace: schedule files have no words for the messages of a GOAL file");
  }
  const std::vector<Violation> objections = state_->objections();
  RunOptions as_said = options;  // a wrong program is for no board and no design
  if (options.elsewhere && !objections.empty()) as_said.hardware = false;
  Report report = run_resolved(state_->resolved, as_said);
  report.scenario["file"] = state_->program.name;
  report.plan_note = note(state_->program, state_->resolved, options.progress, state_->claim);
  for (Violation objection : objections) {
    objection.cycle = report.plan->cycles;
    ++report.plan->violation_count;
    report.plan->violations.push_back(std::move(objection));
  }
  return report;
}

void check_goal_options(const Scenario& scenario, const GoalScenario& file) {
  const auto refuse = [](const std::string& option) {
    throw InputError(fmt::format("{}: a GOAL file says what is sent; leave it out", option));
  };
  if (!scenario.collective.empty()) refuse("--collective " + scenario.collective);
  if (!scenario.algorithm.empty()) refuse("--algorithm " + scenario.algorithm);
  if (scenario.messages != 1) refuse(fmt::format("--messages {}", scenario.messages));
  if (scenario.source != 0) refuse(fmt::format("--source {}", scenario.source));
  if (!scenario.source_name.empty()) refuse("--source " + scenario.source_name);
  if (scenario.operands) refuse(fmt::format("--operands {}", *scenario.operands));
  if (scenario.time) refuse(fmt::format("--time {}", *scenario.time));
  const std::size_t ranks = file.resolved().problem.topology->processors();
  for (const auto& [option, value] : scenario.network_options) {
    if (option != "processors" || value != std::to_string(ranks)) {
      refuse(fmt::format("--{} {}", option, value));
    }
  }
  for (const auto& [option, value] : scenario.algorithm_options) {
    refuse(fmt::format("--{} {}", option, value));
  }
  if (scenario.ports != "single") {
    throw InputError(
        fmt::format("--ports {}: GOAL files run on machines with one port", scenario.ports));
  }
  if (scenario.queue_depth) {
    throw InputError(
        fmt::format("--queue-depth {}: GOAL files run on machines that have no queue; leave it out",
                    *scenario.queue_depth));
  }
  if (!scenario.timing.rounds()) {
    throw InputError("--startup, --per-message: GOAL files run on --network complete");
  }
}

void write_goal_plan(const Resolved& resolved, const std::string& path) {
  const Problem& problem = resolved.problem;
  write_goal(path, *problem.topology, problem.collective, problem.ports, problem.timing,
             resolved.algorithm->build(problem).open);
}

}  // namespace romcast
