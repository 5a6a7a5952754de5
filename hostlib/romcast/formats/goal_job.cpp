// SPDX-License-Identifier: Apache-2.0
#include "romcast/formats/goal_job.hpp"

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

// The size of the program's messages; nullopt if size does not affect time. Throws InputError if
// size affects time and the sizes differ.
std::optional<MessageSize> size_of(const GoalProgram& program, double gap_per_byte) {
  if (gap_per_byte == 0 || program.most_bytes <= 1) return std::nullopt;
  if (program.least_bytes != program.most_bytes) {
    throw InputError(fmt::format(
        "{}: has messages of {} to {} bytes, and with `gap_per_byte` they would take different "
        "times, which the hardware's do not; make them equal, or leave it out",
        program.name, program.least_bytes, program.most_bytes));
  }
  return MessageSize{program.most_bytes, gap_per_byte};
}

std::string cycles_with_queues(const GoalProgram& program, const Job& job,
                               const Progress& progress) {
  try {
    const double held = job.size ? job.size->held() : 0;
    const GoalTimes times = simulate_goal(program, job.problem.timing, GoalInput::queued, progress,
                                          static_cast<std::uint32_t>(held));
    return fmt::format("in {}", counted(times.cycles, "cycle"));
  } catch (const InputError& error) {
    return fmt::format("not at all: {}", error.what());
  }
}

// Reports ranks that neither send nor receive, as these are often mistakes.
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

// Text on how message sizes affect time; empty if the sizes do not affect time and are equal.
std::string sizes(const GoalProgram& program, const Job& job) {
  if (job.size) {
    return fmt::format("; {} a message take {:.0f} cycles longer than one",
                       counted(job.size->bytes, "byte"), job.size->held());
  }
  if (program.most_bytes == 0 || program.least_bytes == program.most_bytes) return "";
  return fmt::format("; messages of {} to {} bytes take the same time (G = 0)", program.least_bytes,
                     program.most_bytes);
}

// Text on the idle time that the schedule omits because cycle numbers are limited; empty if the
// schedule omits none.
std::string idle_time(const Job& job) {
  std::uint64_t cycles = 0;
  for (const LeftOut& stretch : job.given->left_out) cycles += stretch.cycles;
  if (cycles == 0) return "";
  return fmt::format(
      "; judged without {} in which nothing begins or ends, as only {} can be counted",
      counted(cycles, "cycle"), kNone - 1);
}

// The plan's note: the time that LogGOPSim, where messages queue at busy processors, would give,
// which properties of the program were checked, and which were not. `proved`: the claim holds.
std::string note(const GoalProgram& program, const Job& job, const Progress& progress,
                 std::optional<CollectiveKind> claim, bool proved) {
  std::string unchecked =
      claim ? "not checked: which bytes it sends"
            : "not checked: whether it is what the ranks need, as a GOAL program does not say its "
              "collective (`as`)";
  if (proved) {
    unchecked = fmt::format("what every rank has can reach all that need it in {}; {}",
                            name(*claim), unchecked);
  }
  return fmt::format(
      "LogGOPSim, which queues what comes to a busy processor, ends {}; checked: what is sent is "
      "received, in order and in the machine's times; {}{}{}{}",
      cycles_with_queues(program, job, progress), unchecked, sizes(program, job),
      idle_ranks(program), idle_time(job));
}

// The reason why no hardware can run the program; empty if hardware can.
std::string why_not_run(const Job& job, std::uint64_t cycles) {
  if (job.problem.collective.messages() == 0) {
    return job.given->file + ": nothing is sent; use romcast check";
  }
  if (job.given->left_out.empty()) return "";
  return fmt::format("{}: ends after {} cycles; at most {} can be run; use romcast check",
                     job.given->file, cycles, kNone - 1);
}

}  // namespace

Job goal_job(const GoalProgram& program, const GoalTerms& terms, const Progress& progress) {
  const auto size = size_of(program, terms.gap_per_byte);
  const Timing timing = size ? size->stretched(terms.timing) : terms.timing;
  GoalTimes times = simulate_goal(program, timing, GoalInput::direct, progress);
  const std::uint64_t cycles = times.cycles;
  std::optional<GoalProgram> shorter;
  std::vector<LeftOut> left_out;
  if (cycles >= kNone) left_out = leave_out_idle(shorter.emplace(program), timing, times);
  const GoalProgram& judged = shorter ? *shorter : program;
  const std::vector<Hop> hops = goal_hops(judged, timing, times);
  Job job{.problem = {std::make_shared<Complete>(static_cast<std::uint32_t>(program.ranks.size())),
                      goal_collective(program),
                      Ports{Ports::Kind::single},
                      {},
                      timing},
          .algorithm = file_algorithm(stored_schedule(hops)),
          .hardware = terms.hardware,
          .size = size,
          .given = GivenPlan{.file = program.name, .left_out = std::move(left_out)}};
  const std::string broken_claim =
      terms.claim ? broken_goal_claim(program, times, *terms.claim) : "";
  job.given->note = note(program, job, progress, terms.claim, terms.claim && broken_claim.empty());
  // Violations that the judge of schedules cannot see.
  const auto object = [&](ViolationKind kind, std::string text) {
    if (!text.empty()) job.given->objections.push_back({0, kind, std::move(text)});
  };
  object(ViolationKind::sent_before_arrival, broken_goal_order(judged, timing, hops, times));
  object(ViolationKind::message_lost, broken_claim);
  job.given->unrunnable = why_not_run(job, cycles);
  return job;
}

void write_goal_plan(Run& run, const std::string& path) {
  const Problem& problem = run.job().problem;
  write_goal(path, *problem.topology, problem.collective, problem.ports, problem.timing,
             run.plan().open);
}

}  // namespace romcast
