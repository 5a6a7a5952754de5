// SPDX-License-Identifier: Apache-2.0
// Alltoalls and exchanges along the paths of a maximum concurrent flow.
#pragma once

#include "schedules/any/ordering.hpp"

namespace romcast::any {

struct Flow {
  Hops hops{};               ///< empty: none faster than those known
  Rate rate{};               ///< of an exchange: of all its messages together
  std::uint64_t cycles = 0;  ///< that the lengths of the links force; 0: no flow was found
};

/// All ports, full-duplex; messages with one destination each. Throws std::logic_error if the
/// certificate does not check.
Flow flow_schedule(const Task& task, double seconds, const Ordering& ordering);

}  // namespace romcast::any
