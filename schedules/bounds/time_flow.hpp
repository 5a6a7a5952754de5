// SPDX-License-Identifier: Apache-2.0
// From one node to many, or from many to one, with a message per link and cycle: a flow in the
// network of (node, cycle) pairs (Ford & Fulkerson 1958). It says exactly whether so many cycles
// are enough, and then how.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast::bounds {

/// In this cycle so many messages go along the channel.
struct Stream {
  std::uint32_t cycle = 0;  ///< from 1
  ChannelId channel = 0;
  std::uint32_t messages = 0;
};

struct FlowTask {
  const Topology& topology;
  Ports ports;
  NodeId root = 0;
  bool gathers = false;                 ///< the root gets, else it gives
  std::vector<std::uint32_t> messages;  ///< by processor: how many it gets, or gives
};

/// Edges of the flow network; what it costs.
std::uint64_t flow_edges(const Topology& topology, std::uint64_t cycles);

/// How it is done in so many cycles; nothing if it cannot be.
std::optional<std::vector<Stream>> flow_in(const FlowTask& task, std::uint32_t cycles);

}  // namespace romcast::bounds
