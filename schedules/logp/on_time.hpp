// SPDX-License-Identifier: Apache-2.0
// Theorem 3.4 of Karp, Sahay, Santos & Schauser 1993, decided by a solver.
#pragma once

#include <cstdint>
#include <functional>

#include "schedules/any/sat.hpp"

namespace romcast::logp {

/// A postal machine (o = 0, g = 1) with P-1 = P(t) receivers, in whose endless broadcast these many
/// items leave the source one after the other.
struct OnTime {
  std::uint32_t latency = 1, horizon = 1;  ///< t = B(P-1)
  std::uint32_t items = 1;
};

/// Can all of them reach all within L + t cycles? If not, no endless broadcast has that delay.
any::Answer all_on_time(const OnTime& asked, const std::function<bool()>& go_on);

}  // namespace romcast::logp
