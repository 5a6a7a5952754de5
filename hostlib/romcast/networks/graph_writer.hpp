// SPDX-License-Identifier: Apache-2.0
// Networks as DOT and GraphML, so that load_graph makes the same of them.
#pragma once

#include <string>

#include "romcast/core/topology.hpp"

namespace romcast {

/// Undirected if every link has its like in the other direction. Nodes come in their order, with
/// their role if they do not forward or are switches, edges with their lanes if they have several.
std::string dot_text(const Topology& network);
std::string graphml_text(const Topology& network);

}  // namespace romcast
