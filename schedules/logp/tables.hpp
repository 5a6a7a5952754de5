// SPDX-License-Identifier: Apache-2.0
// Tables of periodic schedules where no block-cyclic one is fast enough.
#pragma once

#include <cstdint>
#include <vector>

#include "schedules/complete/periodic.hpp"

namespace romcast::logp {

/// In the tree of item x the i-th receiver is a node with the label labels[i * period + x mod
/// period].
struct Table {
  std::uint32_t latency, horizon, receivers, period;
  const std::uint8_t* labels;
};

/// The table for N receivers; none for most N. They are found by a SAT solver: for N = P(t) with
/// L = 2, t = 4, 5, 6 and for even L = 4 .. 12, t = 2L.
const Table* find_table(std::uint32_t latency, std::uint64_t receivers);

/// All its sends, for complete::periodic_plan with its period.
std::vector<complete::Edge> table_edges(const Table& table);

}  // namespace romcast::logp
