// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/permutation_group.hpp"

#include <algorithm>
#include <array>

namespace romcast {

PermutationGroup::PermutationGroup(unsigned symbols) : symbols_(symbols) {
  std::array<std::uint32_t, 10> factorial{1};
  for (unsigned i = 1; i < factorial.size(); ++i) factorial[i] = factorial[i - 1] * i;
  const std::uint32_t n = factorial.at(symbols);
  labels_.reserve(n);
  for (NodeId u = 0; u < n; ++u) {
    Permutation label;
    std::uint64_t free = Permutation::identity(symbols).nibbles();
    for (unsigned i = 0; i < symbols; ++i) {
      const unsigned digit = u / factorial[symbols - 1 - i] % (symbols - i);
      label.set(i, static_cast<unsigned>(free >> 4 * digit & 15));
      const std::uint64_t below = (std::uint64_t{1} << 4 * digit) - 1;
      free = (free & below) | (free >> 4 & ~below);
    }
    labels_.push_back(label);
  }
  const unsigned first = std::min(symbols, kFirst), behind = symbols - first;
  block_.resize(std::size_t{1} << 4 * first);
  in_block_.resize(std::size_t{1} << 4 * behind);
  for (NodeId u = 0; u < n; ++u) {
    const std::uint32_t in_block = u % factorial[behind];
    block_[labels_[u].nibbles() & kFirstSymbols] = u - in_block;
    in_block_[labels_[u].nibbles() >> kFirstBits] = static_cast<std::uint8_t>(in_block);
  }
}

}  // namespace romcast
