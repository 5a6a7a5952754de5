// SPDX-License-Identifier: Apache-2.0
// The group of cube-connected cycles and wrapped butterflies. Element w*D + i is the pair (w, i) of
// a word w of D bits and a position i < D. (w, i) * (v, j) = (w xor v', (i + j) mod D), where v' is
// v rotated left by i. So (w, i) * (1, 0) is (w, i) with bit i of w inverted.
#pragma once

#include "romcast/core/group.hpp"

namespace romcast {

class TurningWords final : public Group {
 public:
  explicit TurningWords(unsigned bits) : bits_(bits) {}

  [[nodiscard]] std::size_t order() const override { return std::size_t{bits_} << bits_; }
  [[nodiscard]] NodeId multiply(NodeId a, NodeId b) const override {
    return element(a / bits_ ^ turned(b / bits_, a % bits_), a % bits_ + b % bits_);
  }
  [[nodiscard]] NodeId inverse(NodeId a) const override {
    const unsigned back = bits_ - a % bits_;
    return element(turned(a / bits_, back % bits_), back);
  }
  [[nodiscard]] bool commutative() const override { return false; }
  [[nodiscard]] NodeId element(NodeId word, unsigned position) const {
    return word * bits_ + position % bits_;
  }

 private:
  [[nodiscard]] NodeId turned(NodeId word, unsigned places) const {
    const NodeId all = (NodeId{1} << bits_) - 1;
    return ((word << places) | (word >> (bits_ - places))) & all;
  }
  unsigned bits_;
};

}  // namespace romcast
