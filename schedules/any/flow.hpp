// SPDX-License-Identifier: Apache-2.0
// Alltoalls and exchanges along the paths of a maximum concurrent flow.
#pragma once

#include "schedules/any/ordering.hpp"

namespace romcast::any {

struct Flow {
  Hops hops{};               ///< empty: problem too large, or none faster than ordering.known
  Rate rate{};               ///< for an exchange: exchanges, not messages, per cycle
  std::uint64_t cycles = 0;  ///< lower bound by link lengths; 0: too many pairs for a flow
};

/// The hops and the rate that are found in about `seconds`, for multi-port, full-duplex networks
/// and messages with one destination each. Throws std::logic_error if the check of the lengths
/// fails.
Flow flow_schedule(const Task& task, double seconds, const Ordering& ordering);

}  // namespace romcast::any
