// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/logp/logp_nodes.hpp"

#include <algorithm>

#include "romcast/core/bits.hpp"

namespace romcast {

std::uint64_t LogpNodes::line_rows(const Timing& timing) {
  return romcast::line_rows(timing.latency);
}

std::uint64_t LogpNodes::rom_rows(std::size_t longest) {
  return std::min<std::uint64_t>(room(16, longest, 4), kMostRows);
}

std::uint64_t LogpNodes::line_bytes(std::uint64_t processors, const Timing& timing) {
  constexpr std::uint64_t kFlitBytes = 8;
  return processors * (timing.buffered ? 2 : 1) * line_rows(timing) * kFlitBytes;
}

}  // namespace romcast
