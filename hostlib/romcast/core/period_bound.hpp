// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace romcast {

/// A hint of periodic plans: a lower bound of the period for this problem.
struct PeriodBound {
  std::uint64_t cycles = 0;
  std::string source{};  ///< the resource and its load
};

}  // namespace romcast
