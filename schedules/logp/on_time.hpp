// SPDX-License-Identifier: Apache-2.0
// Theorem 3.4 of Karp, Sahay, Santos & Schauser 1993, decided by a solver.
#pragma once

#include <cstdint>
#include <functional>

#include "schedules/any/sat.hpp"

namespace romcast::logp {

/// A postal machine (o = 0, g = 1) with P-1 = f_t receivers (period.hpp), and a number of
/// consecutive items of its endless broadcast.
struct OnTime {
  std::uint32_t latency = 1, horizon = 1;  ///< t = B(P-1)
  std::uint32_t items = 1;
};

/// Satisfiable if `asked.items` items can reach all receivers within L + t cycles each. Refuted if
/// this is impossible; then no endless broadcast has the item delay L + t. Unknown if go_on()
/// returned false before the decision, or if the proof of a refutation was not checked.
any::Answer all_on_time(const OnTime& asked, const std::function<bool()>& go_on);

}  // namespace romcast::logp
