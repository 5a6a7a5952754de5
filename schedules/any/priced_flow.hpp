// SPDX-License-Identifier: Apache-2.0
// A concurrent flow that is nearly optimal, for networks that are too large for a linear program:
// all messages go along the cheapest paths, again and again, and links are the dearer the more they
// carried (multiplicative weights, Garg & Konemann 2007).
#pragma once

#include "schedules/any/concurrent_flow.hpp"

namespace romcast::any {

/// Like concurrent_flow(), but neither flow nor lengths need be the best. At least one round, then
/// as many as `seconds` and a fixed number allow.
ConcurrentFlow priced_flow(const Topology& topology,
                           const std::vector<std::vector<std::uint32_t>>& demand, double seconds);

}  // namespace romcast::any
