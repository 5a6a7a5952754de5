// SPDX-License-Identifier: Apache-2.0
// Assigns the parts of a network to ranks.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast {

struct CutWishes {
  unsigned parts = 1;
  /// True if processors are no hardware nodes: each belongs to the part of its switch.
  bool processors_follow = false;
  /// Share of the first part; each other part has share 1.
  double first_share = 1;
  std::vector<NodeId> in_first{};  ///< nodes that must be in the first part
};

/// Assigns every node of a network to one part.
struct Cut {
  std::vector<unsigned> part_of;   ///< by node
  std::vector<std::size_t> sizes;  ///< hardware nodes, by part
  std::size_t links_across = 0;    ///< directed links from one part to another
  const char* by = "";             ///< printable name of the node order that was cut
};

/// Orders the nodes in several ways (by number; depth first, which cuts trees into subtrees;
/// breadth first; by the ports of a Cayley graph, which cuts star graphs into substars), cuts each
/// order into pieces of nearly equal size where the fewest links cross, moves single nodes while
/// that reduces the cut, and returns the best cut. Crossbars are cut by number.
Cut cut_network(const Topology& network, const CutWishes& wishes);

/// "2 ranks run 512 and 511 nodes, 2 links lead across (cut depth first)"; `do_what`: "run".
std::string cut_text(const Cut& cut, const Topology& network, const std::string& do_what);

}  // namespace romcast
