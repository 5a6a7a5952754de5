// SPDX-License-Identifier: Apache-2.0
// Send times for an all-to-all exchange in lockstep: all processors do the same, and no send
// overhead overlaps a receive overhead.
#pragma once

#include <cstdint>

#include "schedules/logp/machine.hpp"

namespace romcast::logp {

/// The sends 0, 1, .. of every processor: bursts of `burst` sends, `spacing` apart; a burst begins
/// every `period` cycles. If one burst holds all sends, `period` is 0.
struct SendTimes {
  std::uint64_t spacing = 1;
  std::uint64_t burst = 1;
  std::uint64_t period = 1;
  [[nodiscard]] std::uint64_t at(std::uint64_t send) const {
    return send / burst * period + send % burst * spacing;
  }
};

/// Whether a send overhead of a processor overlaps one of its receive overheads if the processor
/// makes `sends` sends, one every max(g,o) cycles, and as many receptions at the same distance. The
/// overheads overlap iff a multiple d max(g,o), 0 < d < sends, lies strictly between L and L+2o;
/// then no schedule takes only L + 2o + (sends-1) max(g,o) cycles.
bool overheads_collide(const Machine& machine, std::uint64_t sends);

/// The bursts that end first, among those that are tried and in which no overheads overlap. If
/// L + 2o > 64, the search tries only evenly spaced sends and one sort of bursts: all sends of the
/// burst begin before its first message arrives, and all its messages arrive before the next burst.
SendTimes send_times(const Machine& machine, std::uint64_t sends);

}  // namespace romcast::logp
