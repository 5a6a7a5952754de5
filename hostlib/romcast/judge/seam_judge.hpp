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

/// Judges the seam word by word: words that both tables move continue without a gap; words that
/// only the old table moves are left out of the last frames; words that only the new table moves
/// begin at the boundary; no link may carry two words in a cycle, and each word that starts must
/// arrive under the tables in force. Both tables must pass judge_period(). Throws InputError if the
/// frames near the change have too many hops or a table contains a reduction.
SeamVerdict judge_seam(const Topology& topology, Ports ports, const SeamTable& before,
                       const SeamTable& after);

}  // namespace romcast
