// SPDX-License-Identifier: Apache-2.0
// The cut that limits the rate of a broadcast or an allgather: the set of vertices with the largest
// ratio of messages that must enter it to the capacity of the arcs into it (in Zhao et al. 2024,
// with S for all other vertices, the processors in S divided by the capacity that leaves S). With
// enough maximum flows the result is exact (Newton's method for ratios, Dinkelbach 1967).
#pragma once

#include <optional>

#include "schedules/bounds/spread_graph.hpp"

namespace romcast::bounds {

struct WorstCut {
  std::vector<bool> inside{};  ///< by vertex
  std::int64_t demand = 0;     ///< messages that must enter if each sender has one
  std::int64_t capacity = 0;   ///< messages that can enter in a period; > 0
  std::int64_t period = 1;     ///< cycles
  bool exact = true;           ///< false: the flows did not suffice, and a worse cut may exist

  /// A lower bound, by this cut, of the cycles for `messages` messages of each sender; rounded up.
  [[nodiscard]] std::uint64_t cycles(std::uint64_t messages) const;
};

/// The worst cut that is found with at most `flows` maximum flows. Nothing if there is nothing to
/// send. Throws InputError if a vertex cannot be reached.
std::optional<WorstCut> worst_cut(const SpreadGraph& graph, std::uint64_t flows);

/// True if the capacities of `periods` periods suffice for `messages` messages of each sender to
/// reach this vertex.
bool gets_all(const SpreadGraph& graph, std::size_t vertex, std::int64_t periods,
              std::int64_t messages);

/// True if in one period all messages can reach every vertex that wants them.
bool all_get_all(const SpreadGraph& graph);

}  // namespace romcast::bounds
