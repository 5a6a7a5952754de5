// SPDX-License-Identifier: Apache-2.0
// Judges periods: a schedule is a frame that begins again every P cycles, while words of earlier
// frames are still in transit. The judge compares the frame with its own shifts by P, 2P, ...; the
// judge of the schedule itself (judge.hpp) decides whether each frame moves its words completely.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {

/// Requires links that take one cycle each. The schedule may be illegal in itself.
PeriodVerdict judge_period(const Topology& topology, const Collective& collective, Ports ports,
                           const OpenSchedule& schedule, Period period);

}  // namespace romcast
