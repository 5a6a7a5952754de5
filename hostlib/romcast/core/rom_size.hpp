// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace romcast {

/// What reports tell of a set of distinct ROM images.
struct RomSize {
  std::size_t images = 0, words_max = 0;  ///< words_max: of the longest image
  unsigned word_bits = 0;                 ///< of the widest image
  std::uint64_t bits_total = 0;           ///< of all images together
};

}  // namespace romcast
