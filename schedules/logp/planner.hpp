// SPDX-License-Identifier: Apache-2.0
// Block-cyclic schedules for every number of receivers, by induction on the horizon.
#pragma once

#include <cstdint>
#include <optional>

#include "schedules/logp/period.hpp"

namespace romcast::logp {

/// A period and its horizon t = B(N): an item is with its last receiver L + t + late after it left
/// the source.
struct BlockCyclic {
  std::uint32_t latency = 1;
  std::uint32_t receivers = 1;
  std::uint32_t horizon = 0;
  std::uint32_t late = 0;  ///< sigma: cycles after the horizon
  Period period{};
};

/// `late` = 0 for every N if 3 <= L <= 30, but for even L and N = L+3, where nothing block-cyclic
/// is that fast (1 then); `late` = 0 for L = 1, and for L = 2 at most 1: 0 for N between about 1.06
/// and 1.29 times f_{t-1}. For larger L only small N, as far as the search succeeds: nothing if it
/// does not.
std::optional<BlockCyclic> plan_block_cyclic(std::uint32_t latency, std::uint32_t receivers);

}  // namespace romcast::logp
