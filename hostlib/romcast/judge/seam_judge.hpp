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

/// Proves the seam word by word: words that both tables move go on without a gap, the others leave
/// out their last frames and then begin; no link carries two words in a cycle, and each word that
/// starts arrives under the tables in force. Throws InputError if too many frames are on their way
/// at the change. Requires two periods that pass judge_period().
SeamVerdict judge_seam(const Topology& topology, Ports ports, const SeamTable& before,
                       const SeamTable& after);

}  // namespace romcast
