// SPDX-License-Identifier: Apache-2.0
// Networks with broken links and nodes.
#pragma once

#include <memory>
#include <string>

#include "romcast/networks/graph_network.hpp"

namespace romcast {

/// The network without the links and nodes in a list "A-B,C>D,E": A-B are all links between two
/// nodes, C>D those in one direction, E is a node with all its links. Where it falls apart, the
/// part with most processors is kept. Nodes keep their names and are numbered anew in their order.
/// Throws InputError "--without ...".
std::shared_ptr<const GraphNetwork> without(const GraphNetwork& whole, const std::string& list);

}  // namespace romcast
