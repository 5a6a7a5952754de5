// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace romcast {

/// A hint of plans that repeat: no period of the problem is shorter.
struct PeriodBound {
  std::uint64_t cycles = 0;
  std::string source{};  ///< the resource and its load
};

}  // namespace romcast
