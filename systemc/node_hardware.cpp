// SPDX-License-Identifier: Apache-2.0
#include "systemc/node_hardware.hpp"

#include <algorithm>

#include "systemc/network.hpp"

namespace romcast {

void NodeHardware::collect(Network& network, Readings& result) const {
  const Topology& topology = network.topology();
  for (NodeId v = topology.first_switch(); v < topology.nodes(); ++v) {
    result.switches.push_back({topology.level(v), v, network.registers_of(v)});
    result.hops += static_cast<std::uint64_t>(result.switches.back().registers.at("hops"));
  }
  for (const auto& [link, registers] : network.registers_of_lines()) {
    if (registers.up("early")) {
      result.complaints.push_back(line_name(topology, link) + " gets a message while it is busy");
    }
    if (registers.up("overflow")) {
      result.complaints.push_back(line_name(topology, link) +
                                  " has more messages under way than it "
                                  "has room for");
    }
  }
  for (const auto& processor : network.processors()) {
    result.hops += processor->sent();
    result.delivered += processor->delivered();
    result.cycles = std::max(result.cycles, processor->last_delivery());
    if (!processor->complaint().empty()) result.complaints.push_back(processor->complaint());
  }
}

}  // namespace romcast
