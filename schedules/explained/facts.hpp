// SPDX-License-Identifier: Apache-2.0
// Figures that the papers use for an instance of an algorithm, e.g. trees with their times,
// Fibonacci numbers, or the load per level.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"

namespace romcast {

/// Longer lists are omitted.
inline constexpr std::size_t kMostListed = 64;

struct Fact {
  std::string heading{}, text{};
};

/// The figures of an algorithm; those that are computed from the hops are omitted for more than
/// 20,000 hops.
std::vector<Fact> facts_of(const Algorithm& algorithm, const Problem& problem, const Plan& plan);

}  // namespace romcast
