// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast {

/// Intervals of cycles, collected to find their largest overlap.
class Intervals {
 public:
  /// Adds the interval of the cycles [begin, end), if it is not empty.
  void add(Cycle begin, Cycle end) {
    if (begin >= end) return;
    begins_.push_back(begin);
    ends_.push_back(end);
  }
  /// The largest number of intervals that contain the same cycle; 0 if there are no intervals.
  [[nodiscard]] std::uint32_t most() const {
    std::vector<Cycle> begins = begins_, ends = ends_;
    std::ranges::sort(begins);
    std::ranges::sort(ends);
    std::size_t ended = 0, most = 0;
    for (std::size_t begun = 0; begun < begins.size(); ++begun) {
      while (ends[ended] <= begins[begun]) ++ended;
      most = std::max(most, begun + 1 - ended);
    }
    return static_cast<std::uint32_t>(most);
  }

 private:
  std::vector<Cycle> begins_, ends_;
};

}  // namespace romcast
