// SPDX-License-Identifier: Apache-2.0
#include "systemc/combining/combining_hardware.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/bits.hpp"
#include "romcast/core/wording.hpp"
#include "systemc/combining/node_combiner.hpp"

namespace romcast {
namespace {

std::size_t longest(const std::vector<RomImage>& images) {
  std::size_t words = 0;
  for (const RomImage& image : images) words = std::max(words, image.words());
  return words;
}

}  // namespace

ReduceHardware::ReduceHardware(CombiningNodes nodes)
    : network_(std::move(nodes.network)),
      collective_(nodes.collective),
      roms_(std::move(nodes.roms)),
      ports_(store_ports(*network_)),
      codec_(collective_, nodes.maps) {}

std::vector<ModelSpec> ReduceHardware::models() const {
  const bool single = roms_->engines == 1;
  const bool any = single && network_->port_limit({Ports::Kind::single}).receives == kNone;
  return {{.module = "combining_node",
           .parameters = {{"PORTS", ports_},
                          {"SENDERS", roms_->engines},
                          {"ANY_COME", any ? 1 : 0},
                          {"AGAIN", collective_.kind() == CollectiveKind::reduce ? 0 : 1},
                          {"WIDTH", codec_.width()},
                          {"VALUE_BITS", roms_->value_bits},
                          {"ROM_DEPTH", room(256, longest(roms_->images), 4)}},
           .lanes = roms_->engines,
           .ports = ports_,
           .flit_bytes = codec_.width() / 8,
           .shared_data = single,
           .kind = ModelSpec::Kind::combining_node}};
}

std::vector<LinkId> ReduceHardware::links_of(std::span<const ChannelId> channels,
                                             LinkId none) const {
  std::vector<LinkId> links;
  for (const ChannelId c : channels) {
    const Channel& channel = network_->channels()[c];
    for (LinkId lane = 0; lane < channel.capacity; ++lane) {
      links.push_back(channel.first_link + lane);
    }
  }
  links.resize(ports_, none);
  return links;
}

NetworkBuilder::Pins ReduceHardware::pins(const NetworkBuilder& network, NodeId node) const {
  return {.in_links = links_of(network_->inputs(node), network.no_link()),
          .out_links = links_of(network_->outputs(node), network.no_link())};
}

void ReduceHardware::describe(NetworkBuilder& network) const {
  for (NodeId node = 0; node < network_->nodes(); ++node) {
    network.add_switch(0, node, "n" + network_->node_name(node), {}, pins(network, node));
    for (unsigned engine = 0; engine < roms_->engines; ++engine) {
      load(network, node, roms_->images[roms_->image_of[node * roms_->engines + engine]],
           engine << rom_select(ports_));
    }
  }
}

void ReduceHardware::add_processors(Network& network) {
  combiners_.clear();
  for (NodeId node = 0; node < network_->nodes(); ++node) {
    auto combiner = std::make_unique<NodeCombiner>(network, collective_, codec_, node,
                                                   pins(network, node).in_links, roms_->engines);
    if (network_->is_processor(node)) combiners_.push_back(combiner.get());
    network.add_processor(std::move(combiner));
  }
}

// Compares the processors' results with the plain sums and the composed maps.
void ReduceHardware::collect(Network& network, Readings& result) const {
  NodeHardware::collect(network, result);
  const bool reduces = collective_.kind() == CollectiveKind::reduce;
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

void ReduceHardware::check_value(NodeId node, MessageId number, Readings& result) const {
  const CombinedValue value = combiners_[node]->result(number), expected = codec_.all(number);
  const std::string name = network_->node_name(node);
  result.delivered += value.count - 1;  // without its own
  if (value.count != expected.count || value.sum != expected.sum) {
    result.complaints.push_back(fmt::format(
        "{} gets {} of number {} with sum {}, not {} with sum {}", name,
        counted(value.count, "value"), number, value.sum, expected.count, expected.sum));
  } else if (value != expected) {
    result.complaints.push_back(fmt::format("{} gets all values of number {}, but {}", name, number,
                                            difference(codec_.maps())));
  }
}

}  // namespace romcast
