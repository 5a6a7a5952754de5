// SPDX-License-Identifier: Apache-2.0
#include "romcast/goal/goal_graph.hpp"

namespace romcast {

GoalGraph::GoalGraph(const GoalProgram& program) {
  for (const GoalRank& rank : program.ranks) {
    first_.push_back(size());
    for (const GoalOp& op : rank.ops) ops_.push_back(&op);
    rank_.resize(ops_.size(), static_cast<NodeId>(first_.size() - 1));
  }
  first_.push_back(size());
  waits_.assign(ops_.size(), 0);
  for (NodeId r = 0; r < program.ranks.size(); ++r) {
    for (const GoalOrder& order : program.ranks[r].orders) ++waits_[first_[r] + order.waits];
  }
  by_begin_ = list(program, true);
  by_end_ = list(program, false);
}

GoalGraph::Freed GoalGraph::list(const GoalProgram& program, bool begun) const {
  Freed freed;
  freed.first.assign(ops_.size() + 1, 0);
  const auto each = [&](auto visit) {
    for (NodeId r = 0; r < program.ranks.size(); ++r) {
      for (const GoalOrder& order : program.ranks[r].orders) {
        if (order.begun == begun) visit(first_[r] + order.until, first_[r] + order.waits);
      }
    }
  };
  each([&](std::uint32_t until, std::uint32_t) { ++freed.first[until + 1]; });
  for (std::size_t i = 0; i < ops_.size(); ++i) freed.first[i + 1] += freed.first[i];
  freed.ops.resize(freed.first.back());
  std::vector<std::uint32_t> next(freed.first.begin(), freed.first.end() - 1);
  each([&](std::uint32_t until, std::uint32_t waits) { freed.ops[next[until]++] = waits; });
  return freed;
}

}  // namespace romcast
