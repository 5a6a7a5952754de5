// SPDX-License-Identifier: Apache-2.0
// Numbers that tests of star graphs share.
#pragma once

#include <cstdint>

#include "romcast/core/topology.hpp"

namespace romcast::test {

constexpr std::uint64_t factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }

/// Packet times, from no start-up to a long one.
inline constexpr Timing kTimings[] = {{0, 1}, {0, 3}, {1, 1}, {7, 2}, {100, 1}};

}  // namespace romcast::test
