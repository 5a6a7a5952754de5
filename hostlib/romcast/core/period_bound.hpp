// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace romcast {

/// A hint (class Hints) of periodic plans: no periodic schedule for the problem of the plan has a
/// period below `cycles`.
struct PeriodBound {
  std::uint64_t cycles = 0;
  std::string source{};  ///< the resource and its load
};

}  // namespace romcast
