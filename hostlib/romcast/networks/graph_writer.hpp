// SPDX-License-Identifier: Apache-2.0
// Writes networks as DOT and GraphML such that load_graph reproduces them.
#pragma once

#include <string>

#include "romcast/core/topology.hpp"

namespace romcast {

/// The graph is undirected if every link has an equal link in the other direction. Nodes are
/// written in order, with their role if they are endpoints or switches. Edges are written with
/// their lanes if they have several, and with bandwidth and latency unless these are one message
/// per cycle and 0.
std::string dot_text(const Topology& network);
std::string graphml_text(const Topology& network);

}  // namespace romcast
