// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/permutation_group.hpp"

#include <bit>

namespace romcast {

PermutationGroup::PermutationGroup(unsigned symbols) : symbols_(symbols) {
  factorial_[0] = 1;
  for (unsigned i = 1; i < factorial_.size(); ++i) factorial_[i] = factorial_[i - 1] * i;
  const std::uint32_t n = factorial_.at(symbols);
  labels_.reserve(n);
  for (NodeId u = 0; u < n; ++u) {
    Permutation label;
    std::uint64_t free = Permutation::identity(symbols).nibbles();
    for (unsigned i = 0; i < symbols; ++i) {
      const unsigned digit = u / factorial_[symbols - 1 - i] % (symbols - i);
      label.set(i, static_cast<unsigned>(free >> 4 * digit & 15));
      const std::uint64_t below = (std::uint64_t{1} << 4 * digit) - 1;
      free = (free & below) | (free >> 4 & ~below);
    }
    labels_.push_back(label);
  }
}

NodeId PermutationGroup::node(Permutation label) const {
  NodeId number = 0;
  unsigned seen = 0;
  for (unsigned i = 0; i < symbols_; ++i) {
    const unsigned symbol = label[i];
    const unsigned smaller =
        symbol - static_cast<unsigned>(std::popcount(seen & ((1U << symbol) - 1)));
    number += smaller * factorial_[symbols_ - 1 - i];
    seen |= 1U << symbol;
  }
  return number;
}

}  // namespace romcast
