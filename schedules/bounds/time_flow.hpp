// SPDX-License-Identifier: Apache-2.0
// Messages from one node to many, or from many to one, with one message per link and cycle: a flow
// in the network of (node, cycle) pairs (Ford & Fulkerson 1958). The flow decides exactly whether a
// number of cycles is enough, and then gives the hops.
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
  bool gathers = false;                 ///< the root receives; else it sends
  std::vector<std::uint32_t> messages;  ///< by processor: how many go from or to it
};

/// The approximate number of edges of the flow network for `cycles` cycles, a measure of the work.
std::uint64_t flow_edges(const Topology& topology, std::uint64_t cycles);

/// A flow that ends within `cycles`; nothing if there is none.
std::optional<std::vector<Stream>> flow_in(const FlowTask& task, std::uint32_t cycles);

}  // namespace romcast::bounds
