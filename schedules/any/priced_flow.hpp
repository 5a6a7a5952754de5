// SPDX-License-Identifier: Apache-2.0
// A nearly optimal concurrent flow, for networks that are too large for a linear program. Round
// after round, all messages take the cheapest paths, and the price of a link grows with its load
// (multiplicative weights, Garg & Konemann 2007).
#pragma once

#include "schedules/any/concurrent_flow.hpp"

namespace romcast::any {

/// Like concurrent_flow(), but flow and lengths need not be optimal. Makes at least one round, and
/// more until `seconds` are over or a fixed number is reached.
ConcurrentFlow priced_flow(const Topology& topology,
                           const std::vector<std::vector<std::uint32_t>>& demand, double seconds);

}  // namespace romcast::any
