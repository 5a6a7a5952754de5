// SPDX-License-Identifier: Apache-2.0
#include "systemc/store/store_hardware.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "systemc/hardware_of.hpp"
#include "systemc/node_processor.hpp"

namespace romcast {

StoreHardware::StoreHardware(const StoreNodes& nodes)
    : network_(nodes.network), collective_(nodes.collective), description_(nodes) {}

void StoreHardware::add_processors(Network& network) {
  for (NodeId node = 0; node < network_->processors(); ++node) {
    network.add_processor(std::make_unique<NodeProcessor>(
        network, collective_, description_.codec(), node, description_.local_lanes()));
  }
}

// Sets `result.cycles` to the cycle in which nodes see the last delivery, a clock before processors
// do. Adds a complaint if nodes and processors count different numbers of deliveries.
void StoreHardware::collect(Network& network, Readings& result) const {
  NodeHardware::collect(network, result);
  std::uint64_t counted = 0, seen = result.delivered;
  Cycle last = 0;
  for (const NodeRegisters& one : result.switches) {
    if (!network_->is_processor(one.node)) continue;
    counted += static_cast<std::uint64_t>(one.registers.at("deliveries"));
    last = std::max(last, static_cast<Cycle>(one.registers.at("last_delivery")));
  }
  if (collective_.passes()) {  // only processors know which messages are for them
    for (const auto& processor : network.processors()) seen += processor->overheard();
    result.cycles -= result.cycles > 0 ? 1 : 0;
  } else {
    result.cycles = last;
  }
  if (counted != seen) {
    result.complaints.push_back(
        fmt::format("the nodes count {} deliveries, the processors {}", counted, seen));
  }
}

std::shared_ptr<NodeHardware> store_hardware(const std::any& nodes) {
  return hardware_from<StoreHardware, StoreNodes>(nodes);
}

}  // namespace romcast
