// SPDX-License-Identifier: Apache-2.0
// A direct product of cyclic groups: coordinates are added, each modulo its size; elements are
// numbered row by row.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/group.hpp"

namespace romcast {

class CyclicProduct final : public Group {
 public:
  /// The last coordinate varies fastest.
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
