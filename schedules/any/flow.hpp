// SPDX-License-Identifier: Apache-2.0
// Alltoalls and exchanges along the paths of a maximum concurrent flow.
#pragma once

#include "schedules/any/ordering.hpp"

namespace romcast::any {

struct Flow {
  Hops hops{};               ///< empty: none is faster than the known one
  Rate rate{};               ///< for an exchange, of all its messages together
  std::uint64_t cycles = 0;  ///< lower bound by link lengths; 0: no flow was found
};

/// Multi-port, full-duplex; messages with one destination each. Throws std::logic_error if the
/// certificate fails its check.
Flow flow_schedule(const Task& task, double seconds, const Ordering& ordering);

}  // namespace romcast::any
