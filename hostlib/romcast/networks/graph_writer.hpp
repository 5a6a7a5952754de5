// SPDX-License-Identifier: Apache-2.0
// Writes networks as DOT and GraphML such that load_graph reproduces them.
#pragma once

#include <string>

#include "romcast/core/topology.hpp"

namespace romcast {

/// Undirected if every link has an equal one in the other direction. Nodes come in their order,
/// with their role if they do not forward or are switches, edges with their lanes if they have
/// several.
std::string dot_text(const Topology& network);
std::string graphml_text(const Topology& network);

}  // namespace romcast
