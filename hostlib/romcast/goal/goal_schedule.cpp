// SPDX-License-Identifier: Apache-2.0
#include "romcast/goal/goal_schedule.hpp"

#include <unordered_set>

namespace romcast {
namespace {

// Visits every operation with its rank and its number.
template <class Visit>
void each(const GoalProgram& program, Visit visit) {
  std::uint32_t number = 0;
  for (NodeId rank = 0; rank < program.ranks.size(); ++rank) {
    for (const GoalOp& op : program.ranks[rank].ops) visit(rank, op, number++);
  }
}

}  // namespace

Collective goal_collective(const GoalProgram& program) {
  std::vector<Relation> relations;
  each(program, [&](NodeId rank, const GoalOp& op, std::uint32_t) {
    if (op.kind == GoalOp::Kind::send) relations.push_back({rank, op.peer});
  });
  return {program.ranks.size(), std::move(relations)};
}

std::vector<Hop> goal_hops(const GoalProgram& program, Timing timing, const GoalTimes& times) {
  std::vector<Hop> hops;
  std::unordered_set<std::uint64_t> sends;  // pairs of processor and cycle
  const auto key = [](NodeId rank, Cycle cycle) { return std::uint64_t{rank} << 32 | cycle; };
  if (timing.overhead == 0) {
    each(program, [&](NodeId rank, const GoalOp& op, std::uint32_t number) {
      if (op.kind != GoalOp::Kind::send) return;
      sends.insert(key(rank, static_cast<Cycle>(times.begin[number] + 1)));
    });
  }
  each(program, [&](NodeId rank, const GoalOp& op, std::uint32_t number) {
    const auto cycle = static_cast<Cycle>(times.begin[number] + 1);
    if (op.kind == GoalOp::Kind::send) {
      hops.push_back({cycle, rank, times.message[number], op.peer});
    } else if (op.kind == GoalOp::Kind::calc && op.cycles > 0) {
      const std::uint32_t late = sends.contains(key(rank, cycle)) ? 1 : 0;
      if (op.cycles > late) {
        const auto length = static_cast<std::uint32_t>(op.cycles - late);
        hops.push_back(Hop::computation(cycle + late, rank, length));
      }
    }
  });
  return hops;
}

}  // namespace romcast
