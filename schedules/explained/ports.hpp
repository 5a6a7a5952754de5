// SPDX-License-Identifier: Apache-2.0
// Figures of Bar-Noy & Ho 1999 for processors with several ports.
#pragma once

#include <vector>

#include "romcast/core/schedule.hpp"
#include "schedules/explained/facts.hpp"

namespace romcast {

/// For rotation and rotation-best, a fact for each box (complete/box.hpp) of the chain: the number
/// of the box's processors; the rounds, found in `hops`, from a message's arrival at the box until
/// all processors of the box know the message, and until the box first passes the message on. Empty
/// for other algorithms, and for networks without Topology::crossbar().
std::vector<Fact> box_facts(const Algorithm& algorithm, const Problem& problem,
                            const std::vector<Hop>& hops);

/// Facts of a machine with several ports and a latency: P(t), the numbers of processors that can
/// have a message at the times t = 0, 1, .., B(n), omitted if there are more than kMostListed; then
/// B(n), the least time of a broadcast of one message.
std::vector<Fact> postal_facts(const Problem& problem);

}  // namespace romcast
