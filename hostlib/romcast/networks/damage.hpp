// SPDX-License-Identifier: Apache-2.0
// Networks with broken links and nodes.
#pragma once

#include <memory>
#include <string>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_network.hpp"

namespace romcast {

/// The network without the links and nodes in a list "A-B,C>D,E": A-B are all links between two
/// nodes, C>D those in one direction, E is a node with all its links. An empty list removes
/// nothing. If the network becomes disconnected, the part with most processors is kept, or, if
/// `part` is not empty, the part that contains the node `part`. Nodes keep their names and are
/// renumbered in order. Throws InputError, which names the option `without` or `part`, if a node or
/// link is unknown, or if fewer than two processors are kept.
std::shared_ptr<const GraphNetwork> without(const GraphNetwork& whole, const std::string& list,
                                            const std::string& part = "");

/// The result of without() for the values of the options `without` and `part`; `whole`, which
/// points to `network`, if both options are absent, or if `part` alone is given and the part has
/// all nodes. Throws InputError, too, if an option is given and network.uneven_ports() is true.
std::shared_ptr<const Topology> damaged(const GraphNetwork& network, const OptionLookup& option,
                                        std::shared_ptr<const Topology> whole);

}  // namespace romcast
