// SPDX-License-Identifier: Apache-2.0
// Tables of periodic schedules where no block-cyclic one is fast enough.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "schedules/complete/periodic.hpp"

namespace romcast::logp {

/// In the tree of item x the i-th receiver is a node with the label labels[i * period + x mod
/// period].
struct Table {
  std::uint32_t latency, horizon, receivers, period;
  std::vector<std::uint8_t> labels;
};

/// Labels have 8 bits.
inline constexpr std::uint32_t kMostLatinLatency = 126;

/// The table for N receivers; none for most N: for N = P(t) with L = 2, t = 4, 5, 6, found by a SAT
/// solver, and for N = L+3 = P(2L) with even L >= 4, a Latin square.
std::optional<Table> find_table(std::uint32_t latency, std::uint64_t receivers);

/// All its sends, for complete::periodic_plan with its period.
std::vector<complete::Edge> table_edges(const Table& table);

}  // namespace romcast::logp
