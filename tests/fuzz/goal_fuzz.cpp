// SPDX-License-Identifier: Apache-2.0
// Arbitrary bytes as a GOAL program: refused with one line, or scheduled legally and in the
// program's order.
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "romcast/core/complete.hpp"
#include "romcast/core/error.hpp"
#include "romcast/goal/goal_schedule.hpp"
#include "romcast/judge/judge.hpp"

namespace {

using namespace romcast;

void require(bool condition) {
  if (!condition) std::abort();
}

void run(const GoalProgram& program, Timing timing) {
  const GoalTimes times = simulate_goal(program, timing, GoalInput::direct);
  const std::vector<Hop> hops = goal_hops(program, timing, times);
  require(broken_goal_order(program, timing, hops, times).empty());
  const Verdict verdict =
      judge(Complete(static_cast<std::uint32_t>(program.ranks.size())), goal_collective(program),
            Ports{Ports::Kind::single}, stored_schedule(hops), std::nullopt, timing);
  require(verdict.violation_count == 0 && verdict.delivered == verdict.expected);
  require(verdict.cycles == times.cycles);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    std::istringstream in(text);
    const GoalProgram program = read_goal(in, "fuzz");
    if (program.ranks.size() > 64) return 0;
    run(program, {});
    run(program, {.latency = 6, .overhead = 2, .gap = 4});
    simulate_goal(program, {.latency = 3, .overhead = 1, .gap = 5}, GoalInput::queued);
  } catch (const InputError& error) {
    const std::string message = error.what();
    require(message.rfind("fuzz:", 0) == 0 && message.find('\n') == std::string::npos);
  }
  return 0;
}
