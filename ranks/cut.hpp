// SPDX-License-Identifier: Apache-2.0
// Divides the nodes of a network among ranks.
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

/// Makes four orders of the nodes: by number; depth first, which cuts trees into subtrees; breadth
/// first; by ports, which cuts star graphs into substars. Cuts each order into parts of about the
/// wished sizes, at positions that few links cross, and moves single nodes to the part with most
/// of their links. Returns the cut with the fewest links across. Crossbars are cut by number.
Cut cut_network(const Topology& network, const CutWishes& wishes);

/// E.g. "2 ranks run 8 and 7 nodes, 2 links lead across (cut depth first)" if `do_what` is "run".
std::string cut_text(const Cut& cut, const Topology& network, const std::string& do_what);

}  // namespace romcast
