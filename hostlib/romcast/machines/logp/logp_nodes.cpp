// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/logp/logp_nodes.hpp"

#include "romcast/core/bits.hpp"

namespace romcast {

std::uint64_t LogpNodes::line_rows(const Timing& timing) {
  // A latency of one cycle needs no line.
  return timing.latency == 1 ? 1 : room(16, timing.latency, 16);
}

std::uint64_t LogpNodes::line_bytes(std::uint64_t processors, const Timing& timing) {
  constexpr std::uint64_t kFlitBytes = 8;
  return processors * (timing.buffered ? 2 : 1) * line_rows(timing) * kFlitBytes;
}

}  // namespace romcast
