// SPDX-License-Identifier: Apache-2.0
// A nearly optimal concurrent flow, for networks that are too large for a linear program. Round
// after round, all messages take the cheapest paths, and the price of a link grows with its load
// (multiplicative weights, Garg & Konemann 2007).
#pragma once

#include "schedules/any/concurrent_flow.hpp"

namespace romcast::any {

/// The flow for `demand[origin][destination]` messages; neither the flow nor its lengths need be
/// optimal. Ends after the first round that lasts beyond `seconds`, or after a fixed number of
/// rounds.
ConcurrentFlow priced_flow(const Topology& topology,
                           const std::vector<std::vector<std::uint32_t>>& demand, double seconds);

}  // namespace romcast::any
