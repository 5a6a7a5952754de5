// SPDX-License-Identifier: Apache-2.0
// Allreduces along one tree: values are combined towards its centre, a node or a link between two,
// and spread from there as soon as they are whole, while later values are still being combined.
#pragma once

#include <string>

#include "schedules/any/any.hpp"

namespace romcast::any {

struct Turned {
  Hops hops{};         ///< in order of their cycles; empty: there is no such tree
  std::string note{};  ///< where the values turn round
};

/// The best tree of the centres that are tried. With all ports and one value an allreduce in a tree
/// takes as many cycles as there are hops between its most distant processors, the fewest possible.
Turned turn_in_tree(const Task& task);

/// Makes the hops of `there`, which combines, and then those of `back`, which spreads. A hop of
/// `back` takes place as soon as its sender has the whole value and its link and ports are free.
/// The result is never longer than one schedule after the other.
Hops follow(const Task& task, const Hops& there, Hops back);
Hops one_after_the_other(const Topology& topology, Hops there, Hops back);

/// The processor that is the most hops from a node.
struct Distant {
  NodeId node = 0;
  Cycle hops = 0;
};
Distant farthest(const Topology& topology, NodeId from);

}  // namespace romcast::any
