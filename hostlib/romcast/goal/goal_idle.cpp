// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/error.hpp"
#include "romcast/goal/goal_schedule.hpp"

namespace romcast {
namespace {

using Time = std::uint64_t;

// Maps the instants of a program to earlier ones, so that long idle stretches become short.
class Shortened {
 public:
  Shortened(const GoalProgram& program, Timing timing, const GoalTimes& times) {
    std::size_t number = 0;
    for (const GoalRank& rank : program.ranks) {
      for (const GoalOp& op : rank.ops) add(op, timing, times.begin[number++]);
    }
    instants_.push_back(times.cycles);
    std::ranges::sort(instants_);
    instants_.erase(std::unique(instants_.begin(), instants_.end()), instants_.end());
    shorten(std::max<Time>(timing.delay(), timing.spacing()) + 2);
  }

  [[nodiscard]] Time operator()(Time instant) const {
    const auto found = std::ranges::lower_bound(instants_, instant);
    return shortened_[static_cast<std::size_t>(found - instants_.begin())];
  }
  [[nodiscard]] const std::vector<LeftOut>& left_out() const { return left_out_; }

 private:
  void add(const GoalOp& op, Timing timing, Time begin) {
    instants_.push_back(begin);
    if (op.kind == GoalOp::Kind::calc) instants_.push_back(begin + op.cycles);
    if (op.kind != GoalOp::Kind::send) return;
    for (const Time later :
         {Time{timing.overhead}, Time{timing.overhead} + timing.latency, Time{timing.delay()}}) {
      instants_.push_back(begin + later);
    }
  }

  // Reduces each distance between consecutive instants to `longest` if the distance is longer.
  void shorten(Time longest) {
    Time before = 0, now = 0;
    for (const Time instant : instants_) {
      const Time distance = instant - before;
      now += std::min(distance, longest);
      if (distance > longest) left_out_.push_back({now, distance - longest});
      shortened_.push_back(now);
      before = instant;
    }
  }

  std::vector<Time> instants_{}, shortened_{};
  std::vector<LeftOut> left_out_{};
};

}  // namespace

std::vector<LeftOut> leave_out_idle(GoalProgram& program, Timing timing, GoalTimes& times) {
  const Shortened shortened(program, timing, times);
  if (shortened(times.cycles) >= kNone) {
    throw InputError(fmt::format(
        "{}: ends after {} cycles, and something begins or ends in too many of them: without the "
        "idle stretches {} are left, and at most {} can be judged; take a longer `cycle`, or split "
        "the program",
        program.name, times.cycles, shortened(times.cycles), kNone - 1));
  }
  std::size_t number = 0;
  for (GoalRank& rank : program.ranks) {
    for (GoalOp& op : rank.ops) {
      Time& begin = times.begin[number++];
      const Time end = begin + op.cycles;
      begin = shortened(begin);
      if (op.kind == GoalOp::Kind::calc) op.cycles = shortened(end) - begin;
    }
  }
  for (Time& taken : times.taken) taken = shortened(taken);
  times.cycles = shortened(times.cycles);
  return shortened.left_out();
}

}  // namespace romcast
