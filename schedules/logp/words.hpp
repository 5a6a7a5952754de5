// SPDX-License-Identifier: Apache-2.0
// Words of block-cyclic schedules (KSSS, section 3.2): the order in which the processors of a block
// get the items that reach them as leaves.
#pragma once

#include <cstdint>
#include <vector>

namespace romcast::logp {

/// Bijections x, y of Z_n with y[i] - x[i] = b[i] modulo n; b must sum to 0 modulo n (M. Hall
/// 1952).
struct Bijections {
  std::vector<std::uint32_t> x, y;
};
Bijections hall(const std::vector<std::uint32_t>& b);

/// An order of the s labels of a block, whose sum must be 0 modulo s: word[j] = i if labels[i] has
/// position j. labels[0], the block's own label, has position 0. All j - labels[word[j]] differ
/// modulo s, so no processor of the block gets an item twice.
std::vector<std::uint32_t> legal_word(const std::vector<std::uint32_t>& labels);

}  // namespace romcast::logp
