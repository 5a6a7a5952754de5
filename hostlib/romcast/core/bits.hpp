// SPDX-License-Identifier: Apache-2.0
// Widths of fields, and sizes with headroom.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace romcast {

/// The number of bits that distinguish `values` values; 0 if `values` < 2.
constexpr unsigned index_bits(std::uint64_t values) {
  return values < 2 ? 0 : static_cast<unsigned>(std::bit_width(values - 1));
}

/// Like index_bits, for a Verilog vector, which has at least one bit.
constexpr unsigned field_bits(std::uint64_t values) { return std::max(1U, index_bits(values)); }

/// The smallest `least` * `step`^i that covers `needed`; coarse sizes keep the number of distinct
/// models small.
constexpr std::uint64_t room(std::uint64_t least, std::uint64_t needed, std::uint64_t step) {
  while (least < needed) least *= step;
  return least;
}

/// The parameter LATENCY of a line (rtl/complete/logp_line.v) that delays messages by `latency`
/// cycles: 1 if `latency` is 1, else a coarse size >= `latency`, which several latencies share.
constexpr std::uint64_t line_rows(std::uint64_t latency) {
  return latency == 1 ? 1 : room(16, latency, 16);
}

}  // namespace romcast
