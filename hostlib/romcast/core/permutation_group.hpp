// SPDX-License-Identifier: Apache-2.0
// Permutations, and the group of all permutations of n symbols.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/group.hpp"

namespace romcast {

/// A permutation of up to 16 symbols. The four bits from bit 4i on hold the symbol at position i;
/// symbols and positions count from 0.
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
  /// this*g_d: this permutation with its first and d-th symbols exchanged (d counts from 1).
  [[nodiscard]] constexpr Permutation crossed(unsigned dimension) const {
    Permutation p = *this;
    p.set(0, (*this)[dimension - 1]);
    p.set(dimension - 1, (*this)[0]);
    return p;
  }
  /// The product this*q: its symbol at position i is this permutation's symbol at position q[i].
  [[nodiscard]] constexpr Permutation times(Permutation q, unsigned symbols) const {
    std::uint64_t nibbles = 0;
    for (unsigned i = 0; i < symbols; ++i) nibbles |= std::uint64_t{(*this)[q[i]]} << 4 * i;
    return Permutation(nibbles);
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

/// Elements are numbered in lexicographic order of the permutations; element 0 is the identity.
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
  [[nodiscard]] NodeId node(Permutation label) const {
    return block_[label.nibbles() & kFirstSymbols] + in_block_[label.nibbles() >> kFirstBits];
  }

 private:
  static constexpr unsigned kFirst = 4, kFirstBits = 4 * kFirst;
  static constexpr std::uint64_t kFirstSymbols = (std::uint64_t{1} << kFirstBits) - 1;

  unsigned symbols_;
  std::vector<Permutation> labels_;
  std::vector<NodeId> block_;  // by the first four symbols: the least element that begins with them
  std::vector<std::uint8_t> in_block_;  // by the later symbols: lexicographic rank of their order
};

}  // namespace romcast
