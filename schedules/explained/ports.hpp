// SPDX-License-Identifier: Apache-2.0
// Figures of Bar-Noy & Ho 1999 for processors with several ports.
#pragma once

#include <vector>

#include "romcast/core/schedule.hpp"
#include "schedules/explained/facts.hpp"

namespace romcast {

/// For rotation and rotation-best, for each box of the chain: its processors, the rounds from a
/// message's arrival at the box until all of them know the message, and until the box passes the
/// message on; both measured in the hops.
std::vector<Fact> box_facts(const Algorithm& algorithm, const Problem& problem,
                            const std::vector<Hop>& hops);

/// P(t) and B(n) of a machine with several ports and a latency.
std::vector<Fact> postal_facts(const Problem& problem);

}  // namespace romcast
