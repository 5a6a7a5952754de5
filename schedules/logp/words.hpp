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

/// Returns an order of a block's s labels, as a word: word[j] = i if labels[i] has position j. The
/// labels must sum to 0 modulo s. labels[0], the block's own label, has position 0. The differences
/// j - labels[word[j]] are distinct modulo s, so no processor of the block gets an item twice.
std::vector<std::uint32_t> legal_word(const std::vector<std::uint32_t>& labels);

}  // namespace romcast::logp
