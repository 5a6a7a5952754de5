// SPDX-License-Identifier: Apache-2.0
// Block-cyclic schedules for every number of receivers, by induction on the horizon.
#pragma once

#include <cstdint>
#include <optional>

#include "schedules/logp/period.hpp"

namespace romcast::logp {

/// A period and its horizon t = B(N): the last receiver gets an item L + t + late after the item
/// left the source.
struct BlockCyclic {
  std::uint32_t latency = 1;
  std::uint32_t receivers = 1;
  std::uint32_t horizon = 0;
  std::uint32_t late = 0;  ///< cycles by which the last reception exceeds the horizon
  Period period{};
};

/// A schedule for N receivers. Its `late` is 0 for L = 1 and 3 <= L <= 30, except 1 for even L and
/// N = L+3, because no block-cyclic schedule is faster there. For L = 2, `late` is 0 for N between
/// about 1.06 and 1.29 times f_{t-1}, and at most 1 for other N. For L > 30 only small N have a
/// schedule, if the search succeeds; else the result is empty.
std::optional<BlockCyclic> plan_block_cyclic(std::uint32_t latency, std::uint32_t receivers);

}  // namespace romcast::logp
