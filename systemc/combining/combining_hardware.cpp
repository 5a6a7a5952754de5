// SPDX-License-Identifier: Apache-2.0
#include "systemc/combining/combining_hardware.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/wording.hpp"
#include "systemc/combining/node_combiner.hpp"
#include "systemc/hardware_of.hpp"

namespace romcast {

CombiningHardware::CombiningHardware(const CombiningNodes& nodes)
    : network_(nodes.network),
      collective_(nodes.collective),
      engines_(nodes.roms->engines),
      description_(nodes) {}

void CombiningHardware::add_processors(Network& network) {
  combiners_.clear();
  for (NodeId node = 0; node < network_->nodes(); ++node) {
    auto combiner = std::make_unique<NodeCombiner>(
        network, collective_, description_.codec(), node,
        network.pins_of(node, description_.local_lanes()).in_links, engines_);
    if (network_->is_processor(node)) combiners_.push_back(combiner.get());
    network.add_processor(std::move(combiner));
  }
}

// Compares each processor's results with the codec's combination of all values. Takes the cycles
// from the registers of the nodes, and the number of deliveries from the results.
void CombiningHardware::collect(Network& network, Readings& result) const {
  NodeHardware::collect(network, result);
  const bool reduces = collective_.has_source();
  result.cycles = 0;
  result.delivered = 0;
  for (NodeId node = 0; node < combiners_.size(); ++node) {
    if (reduces && node != collective_.source()) continue;
    const std::int64_t last = result.switches[node].registers.at("last_delivery");
    result.cycles = std::max(result.cycles, static_cast<Cycle>(last));
    for (MessageId m = 0; m < collective_.values(); ++m) {
      if (collective_.wants(m, node)) check_value(node, m, result);
    }
  }
}

void CombiningHardware::check_value(NodeId node, MessageId number, Readings& result) const {
  const CombinedValue value = combiners_[node]->result(number),
                      expected = description_.codec().all(number);
  const std::string name = network_->node_name(node);
  result.delivered += value.count - 1;  // the node's own value is not delivered
  if (value.count != expected.count || value.sum != expected.sum) {
    result.complaints.push_back(fmt::format(
        "{} gets {} of number {} with sum {}, not {} with sum {}", name,
        counted(value.count, "value"), number, value.sum, expected.count, expected.sum));
  } else if (value != expected) {
    result.complaints.push_back(fmt::format("{} gets all values of number {}, but {}", name, number,
                                            difference(description_.codec().maps())));
  }
}

std::shared_ptr<NodeHardware> combining_hardware(const std::any& nodes) {
  return hardware_from<CombiningHardware, CombiningNodes>(nodes);
}

}  // namespace romcast
