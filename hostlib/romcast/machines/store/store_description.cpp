// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/store/store_description.hpp"

#include <algorithm>

#include "romcast/core/bits.hpp"
#include "romcast/core/stored_network.hpp"

namespace romcast {

StoreDescription::StoreDescription(const StoreNodes& nodes)
    : network_(nodes.network),
      collective_(nodes.collective),
      keeping_(keeping_of(collective_)),
      timing_(nodes.timing),
      ports_(store_ports(*network_)),
      engines_(one_port(*network_, nodes.ports) ? 1 : ports_),
      roms_(nodes.roms),
      rules_(nodes.rules),
      codec_(*network_, collective_) {
  for (NodeId node = 0; node < network_->nodes(); ++node) {
    const bool same =
        node > 0 && (nodes.depths.empty() || nodes.depths[node] == nodes.depths[node - 1]);
    if (same) {
      bank_of_node_.push_back(bank_of_node_.back());
      continue;
    }
    const ModelSpec spec = model(nodes.depths.empty() ? StoreDepths{} : nodes.depths[node]);
    const auto found = std::ranges::find(models_, spec);
    bank_of_node_.push_back(static_cast<std::uint32_t>(found - models_.begin()));
    if (found == models_.end()) models_.push_back(spec);
  }
  add_line_model(*network_, codec_.width(), models_);
  if (roms_) return;
  const std::uint32_t each = collective_.messages();
  const bool many = keeping_.multicast;
  const auto begin = many ? 0 : each;
  const auto end = many ? each : static_cast<std::uint32_t>(network_->nodes()) * each;
  for (std::uint32_t own = begin; own < end; ++own) own_order_.push_back(own);
}

ModelSpec StoreDescription::model(const StoreDepths& depths) const {
  ModelSpec spec;
  spec.kind = ModelSpec::Kind::store_node;
  spec.module = engines_ == 1 ? "store_node_single" : "store_node_multi";
  spec.lanes = spec.ports = ports_;
  spec.flit_bytes = codec_.width() / 8;
  spec.shared_data = engines_ == 1;
  const std::uint32_t most = roms_ ? roms_->store.places : rules_->places;
  std::size_t words = 0;
  if (roms_) {
    for (const RomImage& image : roms_->images) words = std::max(words, image.words());
  }
  spec.parameters = {{"PORTS", ports_},
                     {"ROUTE_BITS", network_->address_bits()},
                     {"WIDTH", codec_.width()},
                     {"DEPTH", most},
                     {"ROM_DEPTH", roms_ ? room(256, words, 4) : 0},
                     {"RULE", roms_ ? 0 : static_cast<std::uint64_t>(rules_->rule)}};
  const auto shallower = [&](const char* name, std::uint32_t depth) {
    if (depth < most) spec.parameters.emplace_back(name, depth);
  };
  const bool files = !roms_ && rules_->rule == StarRule::cyclic;
  if (engines_ == 1 && !files) shallower("STORE_DEPTH", depths.store);
  if (engines_ > 1) {
    shallower("LINK_DEPTH", depths.link);
    shallower("OWN_DEPTH", depths.own);
  }
  if (keeping_.copies) spec.parameters.emplace_back("COPIES", 1);
  if (roms_ && roms_->store.ring > 0) spec.parameters.emplace_back("RING", 1);
  return spec;
}

void StoreDescription::describe(NetworkBuilder& network) const {
  for (NodeId node = 0; node < network_->nodes(); ++node) {
    add_node(network, node);
    if (roms_) load_roms(network, node);
    inject(network, node);
  }
  add_lines(network);
}

void StoreDescription::add_node(NetworkBuilder& network, NodeId node) const {
  const bool swap = keeping_.swaps && (!roms_ || roms_->store.ring == 0);
  network.add_switch(bank_of_node_[node], node, "n" + network_->node_name(node),
                     {{"here", network_->address(node)},
                      {"places", roms_ ? roms_->store.ring : 0},
                      {"multicast", keeping_.multicast},
                      {"swap", swap},
                      {"startup", timing_.startup},
                      {"per_message", timing_.per_message},
                      {"packet_cap", rules_ ? rules_->packet_cap : 0}},
                     network.pins_of(node, ports_));
}

void StoreDescription::load_roms(NetworkBuilder& network, NodeId node) const {
  for (unsigned engine = 0; engine < engines_; ++engine) {
    load(network, node, roms_->images[roms_->image_of[node * engines_ + engine]],
         engine << rom_select(ports_));
  }
}

void StoreDescription::inject(NetworkBuilder& network, NodeId node) const {
  const std::vector<std::uint32_t>& order =
      roms_ ? roms_->orders[roms_->order_of[node]] : own_order_;
  for (const std::uint32_t own : order) {
    const MessageId message = own_message(*network_, collective_, node, own);
    network.inject(node, codec_.encode(message));
  }
}

std::shared_ptr<const NodeDescription> store_description(const std::any& nodes) {
  return description_from<StoreDescription, StoreNodes>(nodes);
}

}  // namespace romcast
