// SPDX-License-Identifier: Apache-2.0
// The direct product of two groups A and B, where B has |B| elements: element a*|B| + b is the pair
// (a, b).
#pragma once

#include <memory>
#include <utility>

#include "romcast/core/group.hpp"

namespace romcast {

class ProductGroup final : public Group {
 public:
  ProductGroup(std::shared_ptr<const Group> first, std::shared_ptr<const Group> second)
      : first_(std::move(first)), second_(std::move(second)), inner_(second_->order()) {}

  [[nodiscard]] std::size_t order() const override { return first_->order() * inner_; }
  [[nodiscard]] NodeId multiply(NodeId a, NodeId b) const override {
    return pair(first_->multiply(outer(a), outer(b)), second_->multiply(inner(a), inner(b)));
  }
  [[nodiscard]] NodeId inverse(NodeId a) const override {
    return pair(first_->inverse(outer(a)), second_->inverse(inner(a)));
  }
  [[nodiscard]] bool commutative() const override {
    return first_->commutative() && second_->commutative();
  }
  [[nodiscard]] NodeId pair(NodeId a, NodeId b) const {
    return static_cast<NodeId>(a * inner_ + b);
  }

 private:
  [[nodiscard]] NodeId outer(NodeId a) const { return static_cast<NodeId>(a / inner_); }
  [[nodiscard]] NodeId inner(NodeId a) const { return static_cast<NodeId>(a % inner_); }

  std::shared_ptr<const Group> first_, second_;
  std::size_t inner_;
};

}  // namespace romcast
