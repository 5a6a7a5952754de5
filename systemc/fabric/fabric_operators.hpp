// SPDX-License-Identifier: Apache-2.0
// Computes the result of a reduction from its sources' words, independently of the Verilog.
#pragma once

#include <algorithm>
#include <cstdint>

#include "romcast/core/collective.hpp"

namespace romcast {

/// Combines two words of `width` bits; `is_signed`: min and max compare them in two's complement.
inline std::uint64_t combined_words(Operation operation, std::uint64_t a, std::uint64_t b,
                                    unsigned width, bool is_signed) {
  const std::uint64_t top = std::uint64_t{1} << (width - 1), flip = is_signed ? top : 0;
  switch (operation) {
    case Operation::add:
      return (a + b) & (top | (top - 1));
    case Operation::minimum:
      return std::min(a ^ flip, b ^ flip) ^ flip;
    case Operation::maximum:
      return std::max(a ^ flip, b ^ flip) ^ flip;
    case Operation::bit_and:
      return a & b;
    case Operation::bit_or:
      return a | b;
  }
  return 0;
}

}  // namespace romcast
