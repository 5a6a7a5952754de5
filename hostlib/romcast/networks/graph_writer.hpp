// SPDX-License-Identifier: Apache-2.0
// Writes networks as DOT and GraphML such that load_graph reproduces them.
#pragma once

#include <string>

#include "romcast/core/topology.hpp"

namespace romcast {

/// The network as the text of a DOT or GraphML file. The graph is undirected if every link has an
/// equal link in the other direction. Nodes are written in order; endpoints and switches with their
/// role. An edge is written with its lanes if it has several, and with bandwidth and latency unless
/// the bandwidth is one message per cycle and the latency is 0.
std::string dot_text(const Topology& network);
std::string graphml_text(const Topology& network);

}  // namespace romcast
