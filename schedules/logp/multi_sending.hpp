// SPDX-License-Identifier: Apache-2.0
// Theorem 3.2 of Karp, Sahay, Santos & Schauser 1993, decided by a solver.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace romcast::logp {

/// A broadcast of k items on a postal machine (o = 0, g = 1) in a given number of steps.
struct Repetitions {
  std::uint32_t processors = 2, latency = 1, items = 1, steps = 1;
  /// Theorem 3.2 claims that the source sends distinct items at the times 0 .. first-1.
  std::uint32_t first = 0;
};

/// True if in some schedule of asked.steps steps the source idles or repeats an item at one of the
/// times 0 .. asked.first-1. Empty if `go_on` ends the search.
std::optional<bool> repeats_early(const Repetitions& asked, const std::function<bool()>& go_on);

}  // namespace romcast::logp
