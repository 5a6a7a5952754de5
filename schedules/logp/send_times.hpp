// SPDX-License-Identifier: Apache-2.0
// When processors that all do the same send to each other in turn, so that no send overhead meets a
// receive overhead: for an all-to-all exchange in lockstep.
#pragma once

#include <cstdint>

#include "schedules/logp/machine.hpp"

namespace romcast::logp {

/// Sends 0, 1, .. of every processor: `burst` sends `spacing` apart, again and again after
/// `period`.
struct SendTimes {
  std::uint64_t spacing = 1;
  std::uint64_t burst = 1;
  std::uint64_t period = 1;
  [[nodiscard]] std::uint64_t at(std::uint64_t send) const {
    return send / burst * period + send % burst * spacing;
  }
};

/// Does a send overhead of a processor meet one of its receive overheads, if it sends and receives
/// `sends` times max(g,o) apart? It does iff a multiple d max(g,o), d < sends, lies between L and
/// L+2o; then no schedule can reach the time L + 2o + (sends-1) max(g,o).
bool overheads_collide(const Machine& machine, std::uint64_t sends);

/// The first to end of all bursts repeated that avoid collisions; if L + 2o > 64 only of those that
/// are sent before the first of them arrives and have arrived before the next, and of even sends.
SendTimes send_times(const Machine& machine, std::uint64_t sends);

}  // namespace romcast::logp
