// SPDX-License-Identifier: Apache-2.0
// Widths of fields, and roomy sizes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace romcast {

/// Bits that tell `values` values apart: none for a single one.
constexpr unsigned index_bits(std::uint64_t values) {
  return values < 2 ? 0 : static_cast<unsigned>(std::bit_width(values - 1));
}

/// The same for a Verilog vector, which has at least one bit.
constexpr unsigned field_bits(std::uint64_t values) { return std::max(1U, index_bits(values)); }

/// `needed`, rounded up to `least` times a power of `step`, so that few models are built.
constexpr std::uint64_t room(std::uint64_t least, std::uint64_t needed, std::uint64_t step) {
  while (least < needed) least *= step;
  return least;
}

}  // namespace romcast
