// SPDX-License-Identifier: Apache-2.0
// Runs the local rules of a fat tree in C++, as the reference model of rtl/fat_tree and to make the
// plan of every algorithm that consists of local rules.
#pragma once

#include "romcast/core/algorithm.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/tree_rules.hpp"

namespace romcast {

/// The problem's topology as a fat tree.
const FatTree& fat_tree(const Problem& problem);

/// The queues of a switch: multi-port one per branch; single-port one upwards and one downwards.
inline QueueKind queues_of(Ports ports) {
  return ports.single() ? QueueKind::up_down : QueueKind::per_output;
}

/// The plan that `rules` make on a fat tree or another tree for which tree_refusal() is empty.
/// Arrivals of one cycle join a queue in the order of their senders' numbers: first those from
/// children 0..k-1, then that from the parent; on a rooted-tree the parent's comes first.
/// Single-port, a node sends once per cycle and receives from all its neighbours.
Plan tree_plan(const Problem& problem, TreeRules rules);

}  // namespace romcast
