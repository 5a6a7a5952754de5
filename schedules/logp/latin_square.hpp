// SPDX-License-Identifier: Apache-2.0
// Latin squares for the trees of N = L+3 receivers (tables.cpp).
#pragma once

#include <cstdint>
#include <vector>

namespace romcast::logp {

/// A Latin square of the symbols 0 .. n-1, indexed by row * n + column, for odd n >= 5. The
/// diagonal is 1, 1, 2, .., n-1. In row r symbol 0 is in column r-1, in row 0 in column n-1.
std::vector<std::uint32_t> near_diagonal_square(std::uint32_t n);

}  // namespace romcast::logp
