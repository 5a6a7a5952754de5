// SPDX-License-Identifier: Apache-2.0
#include "systemc/store/store_hardware.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/bits.hpp"
#include "romcast/core/stored_network.hpp"
#include "systemc/node_processor.hpp"

namespace romcast {
DirectHardware::DirectHardware(StoreNodes nodes)
    : network_(std::move(nodes.network)),
      collective_(nodes.collective),
      timing_(nodes.timing),
      ports_(store_ports(*network_)),
      engines_(one_port(*network_, nodes.ports) ? 1 : ports_),
      roms_(std::move(nodes.roms)),
      rules_(nodes.rules),
      codec_(*network_, collective_),
      model_(model()) {
  if (roms_) return;
  const std::uint32_t each = collective_.messages();
  const bool many = collective_.multicast();
  const auto begin = many ? 0 : each;
  const auto end = many ? each : static_cast<std::uint32_t>(network_->nodes()) * each;
  for (std::uint32_t own = begin; own < end; ++own) own_order_.push_back(own);
}

ModelSpec DirectHardware::model() const {
  ModelSpec spec;
  spec.kind = ModelSpec::Kind::store_node;
  spec.module = engines_ == 1 ? "store_node_single" : "store_node_multi";
  spec.lanes = spec.ports = ports_;
  spec.flit_bytes = codec_.width() / 8;
  spec.shared_data = engines_ == 1;
  std::size_t words = 0;
  if (roms_) {
    for (const RomImage& image : roms_->images) words = std::max(words, image.words());
  }
  spec.parameters = {{"PORTS", ports_},
                     {"ROUTE_BITS", network_->address_bits()},
                     {"WIDTH", codec_.width()},
                     {"DEPTH", roms_ ? roms_->store.places : rules_->places},
                     {"ROM_DEPTH", roms_ ? room(256, words, 4) : 0},
                     {"RULE", roms_ ? 0 : static_cast<std::uint64_t>(rules_->rule)}};
  if (collective_.copies()) spec.parameters.emplace_back("COPIES", 1);
  if (roms_ && roms_->store.ring > 0) spec.parameters.emplace_back("RING", 1);
  return spec;
}

void DirectHardware::add_processors(Network& network) {
  for (NodeId node = 0; node < network_->processors(); ++node) {
    network.add_processor(
        std::make_unique<NodeProcessor>(network, collective_, codec_, node, engines_));
  }
}

void DirectHardware::describe(NetworkBuilder& network) const {
  for (NodeId node = 0; node < network_->nodes(); ++node) {
    add_node(network, node);
    if (roms_) load_roms(network, node);
    inject(network, node);
  }
}

void DirectHardware::add_node(NetworkBuilder& network, NodeId node) const {
  NetworkBuilder::Pins pins;
  const auto add = [&](std::span<const ChannelId> channels, std::vector<LinkId>& links) {
    for (const ChannelId c : channels) {
      const Channel& channel = network_->channels()[c];
      for (std::uint32_t lane = 0; lane < channel.capacity; ++lane) {
        links.push_back(channel.first_link + lane);
      }
    }
    links.resize(ports_, network.no_link());
  };
  add(network_->inputs(node), pins.in_links);
  add(network_->outputs(node), pins.out_links);
  const bool swap =
      !collective_.multicast() && !collective_.copies() && (!roms_ || roms_->store.ring == 0);
  network.add_switch(0, node, "n" + network_->node_name(node),
                     {{"here", network_->address(node)},
                      {"places", roms_ ? roms_->store.ring : 0},
                      {"multicast", collective_.multicast()},
                      {"swap", swap},
                      {"startup", timing_.startup},
                      {"per_message", timing_.per_message},
                      {"packet_cap", rules_ ? rules_->packet_cap : 0}},
                     std::move(pins));
}

void DirectHardware::load_roms(NetworkBuilder& network, NodeId node) const {
  for (unsigned engine = 0; engine < engines_; ++engine) {
    load(network, node, roms_->images[roms_->image_of[node * engines_ + engine]],
         engine << rom_select(ports_));
  }
}

void DirectHardware::inject(NetworkBuilder& network, NodeId node) const {
  const std::vector<std::uint32_t>& order =
      roms_ ? roms_->orders[roms_->order_of[node]] : own_order_;
  for (const std::uint32_t own : order) {
    const MessageId message = own_message(*network_, collective_, node, own);
    network.inject(node, codec_.encode(message));
  }
}

// The nodes time deliveries at arrival; a processor sees them a clock later.
void DirectHardware::collect(Network& network, Readings& result) const {
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

}  // namespace romcast
