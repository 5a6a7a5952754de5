// SPDX-License-Identifier: Apache-2.0
#include "systemc/crossbar/crossbar_hardware.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "systemc/hardware_of.hpp"
#include "systemc/node_processor.hpp"

namespace romcast {

CrossbarHardware::CrossbarHardware(const CrossbarNodes& nodes)
    : complete_(nodes.complete),
      collective_(nodes.collective),
      ports_(nodes.roms->ports),
      description_(nodes) {}

void CrossbarHardware::add_processors(Network& network) {
  for (NodeId node = 0; node < complete_->processors(); ++node) {
    network.add_processor(
        std::make_unique<NodeProcessor>(network, collective_, description_.codec(), node, ports_));
  }
}

// Takes result.cycles from the registers of the interfaces, as an interface counts a delivery one
// clock before its processor does. Checks the number of deliveries.
void CrossbarHardware::collect(Network& network, Readings& result) const {
  NodeHardware::collect(network, result);
  result.cycles = 0;
  std::uint64_t counted = 0;
  for (const NodeRegisters& one : result.switches) {
    counted += static_cast<std::uint64_t>(one.registers.at("deliveries"));
    result.cycles = std::max(result.cycles, static_cast<Cycle>(one.registers.at("last_delivery")));
    if (one.registers.up("duplicate")) {
      result.complaints.push_back(
          fmt::format("{} reports a message that came twice", complete_->node_name(one.node)));
    }
  }
  result.crossbar = network.registers_of_crossbar();
  if (counted != result.delivered) {
    result.complaints.push_back(fmt::format("the interfaces count {} deliveries, the processors {}",
                                            counted, result.delivered));
  }
}

std::shared_ptr<NodeHardware> crossbar_hardware(const std::any& nodes) {
  return hardware_from<CrossbarHardware, CrossbarNodes>(nodes);
}

}  // namespace romcast
