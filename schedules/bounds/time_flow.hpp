// SPDX-License-Identifier: Apache-2.0
// From one node to many, or from many to one, with a message per link and cycle: a flow in the
// network of (node, cycle) pairs (Ford & Fulkerson 1958). It decides exactly whether a number of
// cycles is enough, and then gives the hops.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast::bounds {

/// The number of messages that go along a channel in a cycle.
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

/// A flow that ends within `cycles`; nothing if there is none.
std::optional<std::vector<Stream>> flow_in(const FlowTask& task, std::uint32_t cycles);

}  // namespace romcast::bounds
