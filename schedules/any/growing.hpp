// SPDX-License-Identifier: Apache-2.0
// Broadcasts and allgathers at the rate of the worst cut: trees from every sender share the links,
// as in ForestColl (Zhao et al. 2024).
#pragma once

#include "schedules/any/ordering.hpp"
#include "schedules/bounds/worst_cut.hpp"

namespace romcast::any {

/// How switches pass messages on.
enum class SwitchKind {
  multicast,  ///< a message arrives once and leaves on several links
  unicast     ///< each arrival leaves once, so that trees branch at processors only
};

struct Forest {
  Hops hops{};                ///< in order of their cycles; empty: none was found
  std::uint64_t periods = 0;  ///< periods (graph.period cycles each) that carry all messages
  std::size_t trees = 0;      ///< number of different trees
  std::uint32_t height = 0;   ///< most hops of a path
};

/// For multi-port, full-duplex networks. The result has no hops if `ordering.go_on` ends the search
/// before the first schedule, or if no schedule is faster than `ordering.known`.
Forest grow_forest(const Task& task, const bounds::SpreadGraph& graph, const bounds::WorstCut& cut,
                   SwitchKind switches, const Ordering& ordering);

}  // namespace romcast::any
