// SPDX-License-Identifier: Apache-2.0
// What the papers count in an instance of an algorithm: trees with their times, Fibonacci numbers,
// k*, blocks and words, arrivals by class, load per level, dilation.
#pragma once

#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"

namespace romcast {

struct Fact {
  std::string heading{}, text{};
};

/// What there is to count for this algorithm; nothing that is read off the hops if there are more
/// than 20,000 of them.
std::vector<Fact> facts_of(const Algorithm& algorithm, const Problem& problem, const Plan& plan);

}  // namespace romcast
