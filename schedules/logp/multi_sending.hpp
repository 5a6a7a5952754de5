// SPDX-License-Identifier: Apache-2.0
// Theorem 3.2 of Karp, Sahay, Santos & Schauser 1993, decided by a solver.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace romcast::logp {

/// A postal machine (o = 0, g = 1) that broadcasts k items, and steps that it is to take.
struct Repetitions {
  std::uint32_t processors = 2, latency = 1, items = 1, steps = 1;
  std::uint32_t first = 0;  ///< sends of the source that the theorem wants to be distinct items
};

/// Is there a schedule of that many steps in which the source is idle, or sends an item again, in
/// its first sends? Empty if `go_on` ends the search.
std::optional<bool> repeats_early(const Repetitions& asked, const std::function<bool()>& go_on);

}  // namespace romcast::logp
