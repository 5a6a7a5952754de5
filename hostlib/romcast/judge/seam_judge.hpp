// SPDX-License-Identifier: Apache-2.0
// Judges seams: a schedule that repeats ends at a frame boundary, and another one begins there.
#pragma once

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {

struct SeamTable {
  const Collective& collective;
  const OpenSchedule& schedule;
  Period period;
};

/// Judges the seam word by word. Words that both tables move by the same hops, in frames of equal
/// length, continue without a gap; other words of the old table are left out of the frames in which
/// they would still be in transit at the boundary; other words of the new table begin at the
/// boundary. No link may carry two words in a cycle, and each word that starts must arrive under
/// the tables in force. Both tables must pass judge_period(). Throws InputError if the frames near
/// the change have too many hops or a table contains a reduction.
SeamVerdict judge_seam(const Topology& topology, Ports ports, const SeamTable& before,
                       const SeamTable& after);

}  // namespace romcast
