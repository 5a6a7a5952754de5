// SPDX-License-Identifier: Apache-2.0
// Which rank runs which part of a network.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast {

struct CutWishes {
  unsigned parts = 1;
  /// Processors that are no nodes of hardware go with the switch that they are linked to.
  bool processors_follow = false;
  /// Share of the first part, as against 1 of each other one.
  double first_share = 1;
  std::vector<NodeId> in_first{};  ///< nodes that must be in it
};

/// Every node of a network belongs to one part.
struct Cut {
  std::vector<unsigned> part_of;   ///< by node
  std::vector<std::size_t> sizes;  ///< nodes of hardware, by part
  std::size_t links_across = 0;    ///< directed links from one part to another
  const char* by = "";             ///< the order of the nodes that was cut, for the eye
};

/// Orders the nodes in several ways (by number; depth first, which cuts trees into subtrees;
/// breadth first; by the ports of a Cayley graph, which cuts star graphs into substars), cuts each
/// order into pieces of nearly equal size where the fewest links cross, moves single nodes while
/// that takes links from the cut, and takes the best. Crossbars are cut by number.
Cut cut_network(const Topology& network, const CutWishes& wishes);

/// "2 ranks run 512 and 511 nodes, 2 links lead across (cut depth first)"; `do_what`: "run".
std::string cut_text(const Cut& cut, const Topology& network, const std::string& do_what);

}  // namespace romcast
