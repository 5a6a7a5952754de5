// SPDX-License-Identifier: Apache-2.0
// The cut that limits the rate of a broadcast or an allgather: of all sets of vertices the one that
// most messages must enter, for what its arcs carry (Zhao et al. 2024: 1/x = max |S n processors| /
// capacity that leaves S). Exact: maximum flows, and Newton's method for ratios (Dinkelbach 1967).
#pragma once

#include <optional>

#include "schedules/bounds/spread_graph.hpp"

namespace romcast::bounds {

struct WorstCut {
  std::vector<bool> inside{};  ///< by vertex
  std::int64_t demand = 0;     ///< messages that must enter, of one each
  std::int64_t capacity = 0;   ///< messages that can enter in a period; > 0
  std::int64_t period = 1;     ///< cycles
  bool exact = true;           ///< false: the flows did not suffice, and a worse cut may exist

  /// Cycles that M messages each need at least.
  [[nodiscard]] std::uint64_t cycles(std::uint64_t messages) const;
};

/// The worst cut that at most `flows` maximum flows find. Nothing if there is nothing to send.
/// Throws InputError if a vertex cannot be reached.
std::optional<WorstCut> worst_cut(const SpreadGraph& graph, std::uint64_t flows);

/// The cycles-fold capacities suffice for M messages each to reach this vertex, even if no vertex
/// but those that want messages is reached.
bool gets_all(const SpreadGraph& graph, std::size_t vertex, std::int64_t periods,
              std::int64_t messages);

/// All messages reach every vertex that wants them, together, in one period.
bool all_get_all(const SpreadGraph& graph);

}  // namespace romcast::bounds
