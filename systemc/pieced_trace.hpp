// SPDX-License-Identifier: Apache-2.0
// The trace of all ranks, put together of what each of them has kept of its own: nothing, as long
// as it was what was planned.
#pragma once

#include <memory>
#include <vector>

#include "ranks/cut.hpp"
#include "ranks/ranks.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// What the nodes of one rank have sent.
struct TracePiece {
  Cycle agreed = kNone;     ///< up to here it is what was planned; kNone: to the end
  std::vector<Hop> rest{};  ///< in later cycles
};

/// Those of all ranks, by rank, on the first one; the others get none. All must call it.
std::vector<TracePiece> gather_pieces(Ranks& ranks, TracePiece mine);

/// Hops of every cycle in no order; links may be out of range. References must outlive it.
std::unique_ptr<Schedule> pieced_trace(const Topology& topology, const OpenSchedule& plan,
                                       const Cut& cut, const std::vector<TracePiece>& pieces);

}  // namespace romcast
