// SPDX-License-Identifier: Apache-2.0
// Tables of periodic schedules, for machines on which no block-cyclic schedule is fast enough.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "schedules/complete/periodic.hpp"

namespace romcast::logp {

/// A table of labels: labels[i * period + (x mod period)] is the number of cycles from the source's
/// send of item x to the send that brings item x to receiver i. The largest label is `horizon`.
struct Table {
  std::uint32_t latency, horizon, receivers, period;
  std::vector<std::uint8_t> labels;
};

/// Labels, which go up to 2L, have 8 bits.
inline constexpr std::uint32_t kMostLatinLatency = 126;

/// The table for N receivers; empty for most N. There are tables for L = 2 and N = 5, 8, 13, which
/// are f_4, f_5, f_6 (found by a SAT solver), and for even L = 4 .. kMostLatinLatency and N = L+3,
/// which is f_2L (from Latin squares).
std::optional<Table> find_table(std::uint32_t latency, std::uint64_t receivers);

/// The sends of one period of a table, for complete::periodic_plan with the table's period.
std::vector<complete::Edge> table_edges(const Table& table);

}  // namespace romcast::logp
