// SPDX-License-Identifier: Apache-2.0
// A GOAL program as one graph: the operations of all ranks, and the operations that each one frees.
#pragma once

#include <span>
#include <vector>

#include "romcast/goal/goal.hpp"

namespace romcast {

class GoalGraph {
 public:
  explicit GoalGraph(const GoalProgram& program);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ops_.size()); }
  [[nodiscard]] const GoalOp& op(std::uint32_t op) const { return *ops_[op]; }
  [[nodiscard]] NodeId rank(std::uint32_t op) const { return rank_[op]; }
  /// First operation of a rank; for one past the last rank, the number of all operations.
  [[nodiscard]] std::uint32_t first(NodeId rank) const { return first_[rank]; }
  /// For each operation: number of dependences (GoalOrder) that must be met before it begins.
  [[nodiscard]] const std::vector<std::uint32_t>& waits() const { return waits_; }
  /// Operations that wait until `op` has begun (if `begun`) or has finished (else), in the order in
  /// which the file gives these dependences.
  [[nodiscard]] std::span<const std::uint32_t> freed(std::uint32_t op, bool begun) const {
    const Freed& freed = begun ? by_begin_ : by_end_;
    return std::span(freed.ops).subspan(freed.first[op], freed.first[op + 1] - freed.first[op]);
  }

 private:
  struct Freed {
    std::vector<std::uint32_t> first, ops;
  };
  Freed list(const GoalProgram& program, bool begun) const;

  std::vector<const GoalOp*> ops_;
  std::vector<NodeId> rank_;
  std::vector<std::uint32_t> first_, waits_;
  Freed by_begin_, by_end_;
};

}  // namespace romcast
