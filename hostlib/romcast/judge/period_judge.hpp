// SPDX-License-Identifier: Apache-2.0
// Judges periods: a schedule is a frame that begins again every P cycles, while earlier frames are
// still on their way. The judge compares the frame with its own shifts by P, 2P, ...; that each
// frame moves its words completely is the verdict on the schedule itself (judge.hpp).
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

/// Requires hops of a network of links that take one cycle each. The schedule may be illegal in
/// itself.
PeriodVerdict judge_period(const Topology& topology, const Collective& collective, Ports ports,
                           const OpenSchedule& schedule, Period period);

}  // namespace romcast
