// SPDX-License-Identifier: Apache-2.0
// Permutations, and all those of n symbols as a group.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "romcast/core/group.hpp"

namespace romcast {

/// A permutation of up to 16 symbols: the symbol at position i (both from 0) at bits 4i.
class Permutation {
 public:
  constexpr Permutation() = default;
  constexpr explicit Permutation(std::uint64_t nibbles) : nibbles_(nibbles) {}
  static constexpr Permutation identity(unsigned symbols) {
    Permutation p;
    for (unsigned i = 0; i < symbols; ++i) p.set(i, i);
    return p;
  }
  [[nodiscard]] constexpr unsigned operator[](unsigned position) const {
    return static_cast<unsigned>(nibbles_ >> 4 * position & 15);
  }
  constexpr void set(unsigned position, unsigned symbol) {
    nibbles_ &= ~(std::uint64_t{15} << 4 * position);
    nibbles_ |= std::uint64_t{symbol} << 4 * position;
  }
  /// g_d: exchanges the first symbol and the d-th (d counts from 1).
  [[nodiscard]] constexpr Permutation crossed(unsigned dimension) const {
    Permutation p = *this;
    p.set(0, (*this)[dimension - 1]);
    p.set(dimension - 1, (*this)[0]);
    return p;
  }
  /// this*q: its symbol at position i is this one's at position q_i. Crossing g_d is this*g_d.
  [[nodiscard]] constexpr Permutation times(Permutation q, unsigned symbols) const {
    Permutation p;
    for (unsigned i = 0; i < symbols; ++i) p.set(i, (*this)[q[i]]);
    return p;
  }
  [[nodiscard]] constexpr Permutation inverse(unsigned symbols) const {
    Permutation p;
    for (unsigned i = 0; i < symbols; ++i) p.set((*this)[i], i);
    return p;
  }
  [[nodiscard]] constexpr std::uint64_t nibbles() const { return nibbles_; }
  bool operator==(const Permutation&) const = default;

 private:
  std::uint64_t nibbles_ = 0;
};

/// Elements are numbered in lexicographic order of the permutations; 0 is 12...n.
class PermutationGroup final : public Group {
 public:
  /// 1..9 symbols.
  explicit PermutationGroup(unsigned symbols);

  [[nodiscard]] std::size_t order() const override { return labels_.size(); }
  [[nodiscard]] NodeId multiply(NodeId a, NodeId b) const override {
    return node(labels_[a].times(labels_[b], symbols_));
  }
  [[nodiscard]] NodeId inverse(NodeId a) const override {
    return node(labels_[a].inverse(symbols_));
  }
  [[nodiscard]] bool commutative() const override { return symbols_ < 3; }
  [[nodiscard]] unsigned symbols() const { return symbols_; }
  [[nodiscard]] Permutation label(NodeId node) const { return labels_[node]; }
  [[nodiscard]] NodeId node(Permutation label) const;

 private:
  unsigned symbols_;
  std::array<std::uint32_t, 10> factorial_{};
  std::vector<Permutation> labels_;
};

}  // namespace romcast
