// SPDX-License-Identifier: Apache-2.0
// Allreduces along one tree: values are combined towards its centre, which is a node or a link, and
// are spread from there as soon as they are complete, while later values are still being combined.
#pragma once

#include <string>

#include "schedules/any/any.hpp"

namespace romcast::any {

struct Turned {
  Hops hops{};         ///< by cycle; empty: fewer than 2 processors, no tree, or too much work
  std::string note{};  ///< names the centre
};

/// The shortest of the allreduces along trees around several centres. On a network that is a tree,
/// a multi-port allreduce of one value takes as many cycles as there are hops between the most
/// distant processors, the fewest possible.
Turned turn_in_tree(const Task& task);

/// Joins the hops of `there`, which combines, and those of `back`, which spreads. A hop of `back`
/// takes place as soon as the sender has the complete value and a link and the ports are free, or
/// as in one_after_the_other() if the search for these cycles is too much work. The result is never
/// longer than the two schedules in sequence.
Hops follow(const Task& task, const Hops& there, Hops back);
/// Begins `back` after the last arrival of `there`.
Hops one_after_the_other(const Topology& topology, Hops there, Hops back);

/// The processor that is the most hops from a node, and the number of these hops.
struct Distant {
  NodeId node = 0;
  Cycle hops = 0;
};
Distant farthest(const Topology& topology, NodeId from);

}  // namespace romcast::any
