// SPDX-License-Identifier: Apache-2.0
// Reconstructs the trace of all ranks from the plan and the hops that each rank kept: a rank keeps
// no hops as long as they match the plan.
#pragma once

#include <memory>
#include <vector>

#include "ranks/cut.hpp"
#include "ranks/ranks.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Hops that the nodes of one rank have sent.
struct TracePiece {
  Cycle agreed = kNone;     ///< equal to the plan up to and in this cycle; kNone: to the end
  std::vector<Hop> rest{};  ///< hops in later cycles
};

/// Collects the pieces of all ranks, by rank, on the first rank; other ranks get pieces without
/// hops. All ranks must call it.
std::vector<TracePiece> gather_pieces(Ranks& ranks, TracePiece mine);

/// Returns a schedule of the hops of all ranks, ordered only by cycle. Its hops may have link
/// numbers that the network lacks. The arguments must outlive the schedule.
std::unique_ptr<Schedule> pieced_trace(const Topology& topology, const OpenSchedule& plan,
                                       const Cut& cut, const std::vector<TracePiece>& pieces);

}  // namespace romcast
