// SPDX-License-Identifier: Apache-2.0
// The search for a short period, or for a short single run: tries longer and longer frames until
// one has a schedule, then shorter and shorter ones.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "romcast/core/schedule.hpp"
#include "schedules/periodic/frame.hpp"

namespace romcast::periodic {

struct Search {
  Cycle bound = 1;      ///< no frame is shorter; a frame of this length ends the search
  Cycle wanted = 0;     ///< frames of exactly this many cycles; 0: the shortest
  Cycle below = kNone;  ///< only frames of fewer cycles are accepted
  Cycle waiting = 0;
  bool repeats = true;
  bool must = false;  ///< after `seconds`, go on with longer frames, up to a limit, until one fits
  unsigned seed = 0;
  double seconds = 10;
};

struct Found {
  Cycle cycles = 0;              ///< cycles of the frame; 0: none was found
  std::vector<Placed> placed{};  ///< words of the frame, then words of its reductions
};

Found search(const Frame& frame, const Search& search);

}  // namespace romcast::periodic
