// SPDX-License-Identifier: Apache-2.0
#include "systemc/star_hardware.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "systemc/node_processor.hpp"

namespace romcast {
namespace {

constexpr unsigned kRomOfPort = 28;  // lowest address bit that selects a port's ROM

// Room for a program, in steps, so that few models are built.
std::uint64_t rom_depth(std::uint64_t words) {
  std::uint64_t depth = 256;
  while (depth < words) depth *= 4;
  return depth;
}

}  // namespace

StarHardware::StarHardware(std::shared_ptr<const StarGraph> star, const Collective& collective,
                           Ports ports, Timing timing, std::shared_ptr<const StarRoms> roms,
                           std::optional<StarRules> rules)
    : star_(std::move(star)),
      collective_(collective),
      timing_(timing),
      ports_(star_->symbols() - 1),
      engines_(ports.single() ? 1 : ports_),
      roms_(std::move(roms)),
      rules_(rules),
      codec_(*star_, collective),
      model_(model()) {
  if (roms_) return;
  const std::uint32_t each = collective.messages();
  const bool many = collective.multicast();
  const auto begin = many ? 0 : each;
  const auto end = many ? each : static_cast<std::uint32_t>(star_->nodes()) * each;
  for (std::uint32_t own = begin; own < end; ++own) own_order_.push_back(own);
}

ModelSpec StarHardware::model() const {
  ModelSpec spec;
  spec.module = engines_ == 1 ? "star_node_single" : "star_node_multi";
  spec.lanes = spec.ports = ports_;
  spec.flit_bytes = codec_.width() / 8;
  spec.shared_data = engines_ == 1;
  std::size_t words = 0;
  if (roms_) {
    for (const RomImage& image : roms_->images) words = std::max(words, image.words());
  }
  spec.parameters = {{"SYMBOLS", star_->symbols()},
                     {"WIDTH", codec_.width()},
                     {"DEPTH", roms_ ? roms_->store.places : rules_->places},
                     {"ROM_DEPTH", roms_ ? rom_depth(words) : 0},
                     {"RULE", roms_ ? 0 : static_cast<std::uint64_t>(rules_->rule)}};
  if (collective_.copies()) spec.parameters.emplace_back("COPIES", 1);
  return spec;
}

void StarHardware::build(Network& network) {
  for (NodeId node = 0; node < star_->nodes(); ++node) {
    add_node(network, node);
    network.add_processor(
        std::make_unique<NodeProcessor>(network, collective_, codec_, node, engines_));
    if (roms_) load_roms(network, node);
    inject(network, node);
  }
}

void StarHardware::add_node(Network& network, NodeId node) {
  Network::Pins pins;
  for (unsigned d = 2; d <= star_->symbols(); ++d) {
    pins.in_links.push_back(star_->link(star_->neighbour(node, d), d));
    pins.out_links.push_back(star_->link(node, d));
  }
  const std::string name = "n" + star_->node_name(node);
  const NodeWiring wiring{.name = name.c_str(),
                          .here = StarFlitCodec::label(*star_, node),
                          .multicast = collective_.multicast(),
                          .swap = !collective_.multicast() && !collective_.copies(),
                          .startup = timing_.startup,
                          .per_message = timing_.per_message,
                          .packet_cap = rules_ ? rules_->packet_cap : 0};
  network.add_switch(0, node, wiring, std::move(pins));
}

void StarHardware::load_roms(Network& network, NodeId node) {
  for (unsigned engine = 0; engine < engines_; ++engine) {
    load(network, node, roms_->images[roms_->image_of[node * engines_ + engine]],
         engine << kRomOfPort);
  }
}

void StarHardware::inject(Network& network, NodeId node) {
  const std::vector<std::uint32_t>& order =
      roms_ ? roms_->orders[roms_->order_of[node]] : own_order_;
  for (const std::uint32_t own : order) {
    const MessageId message = own_message(*star_, collective_, node, own);
    network.bank_of(node).inject(network.local_of(node), codec_.encode(message));
  }
}

// The nodes time deliveries when they come; a processor sees them a clock later.
void StarHardware::collect(Network& network, CosimulationResult& result) const {
  NodeHardware::collect(network, result);
  result.cycles = 0;
  std::uint64_t counted = 0;
  for (const SwitchCounters& one : result.switches) {
    counted += static_cast<std::uint64_t>(one.counters.deliveries);
    result.cycles = std::max(result.cycles, static_cast<Cycle>(one.counters.last_delivery));
  }
  if (counted != result.delivered) {
    result.complaints.push_back(
        fmt::format("the nodes count {} deliveries, the processors {}", counted, result.delivered));
  }
}

}  // namespace romcast
