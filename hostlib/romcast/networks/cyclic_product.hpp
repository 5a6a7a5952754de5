// SPDX-License-Identifier: Apache-2.0
// A direct product of cyclic groups: each coordinate is added modulo the coordinate's size.
// Elements are numbered in lexicographic order of their coordinates.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/group.hpp"

namespace romcast {

class CyclicProduct final : public Group {
 public:
  /// `sizes`: the size of each coordinate.
  explicit CyclicProduct(std::vector<std::uint32_t> sizes);

  [[nodiscard]] std::size_t order() const override { return order_; }
  [[nodiscard]] NodeId multiply(NodeId a, NodeId b) const override;
  [[nodiscard]] NodeId inverse(NodeId a) const override;
  [[nodiscard]] bool commutative() const override { return true; }
  /// Increase of an element's number when the coordinate grows by one.
  [[nodiscard]] NodeId step(std::size_t coordinate) const { return steps_[coordinate]; }

 private:
  std::vector<std::uint32_t> sizes_;
  std::vector<NodeId> steps_;
  std::size_t order_ = 1;
};

}  // namespace romcast
