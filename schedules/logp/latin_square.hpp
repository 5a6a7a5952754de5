// SPDX-License-Identifier: Apache-2.0
// Latin squares for the trees of N = L+3 receivers (tables.cpp).
#pragma once

#include <cstdint>
#include <vector>

namespace romcast::logp {

/// Symbols 0 .. n-1 by row and column, each once in each row and column, for odd n >= 5: 0 stands
/// left of the diagonal (in the last column of row 0), and the diagonal is 1, 1, 2, .., n-1.
std::vector<std::uint32_t> near_diagonal_square(std::uint32_t n);

}  // namespace romcast::logp
