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

/// A schedule for N receivers. For L = 1 and 3 <= L <= 30 its `late` is 0; but `late` is 1 if L is
/// even and N = L+3, because no block-cyclic schedule for such L and N is faster. For L = 2, `late`
/// is 0 if N / f_{t-1} is between about 1.06 and 1.29, and at most 1 for other N. For L > 30 the
/// result is empty if N is large or the search fails.
std::optional<BlockCyclic> plan_block_cyclic(std::uint32_t latency, std::uint32_t receivers);

}  // namespace romcast::logp
