// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/combining/combining_description.hpp"

#include <algorithm>

#include "romcast/core/bits.hpp"

namespace romcast {
namespace {

std::size_t longest(const std::vector<RomImage>& images) {
  std::size_t words = 0;
  for (const RomImage& image : images) words = std::max(words, image.words());
  return words;
}

}  // namespace

CombiningDescription::CombiningDescription(const CombiningNodes& nodes)
    : network_(nodes.network),
      collective_(nodes.collective),
      roms_(nodes.roms),
      ports_(store_ports(*network_)),
      codec_(collective_, nodes.maps) {}

std::vector<ModelSpec> CombiningDescription::models() const {
  const bool single = roms_->engines == 1;
  // `again`: a node may send a value more than once. In a reduce only a switch that relays does so:
  // such a switch sends every arriving sum.
  const bool again = !collective_.has_source() || collective_.switches_relay();
  const bool any = single && network_->port_limit({Ports::Kind::single}).receives == kNone;
  std::vector<ModelSpec> models{
      {.module = "combining_node",
       .parameters = {{"PORTS", ports_},
                      {"SENDERS", roms_->engines},
                      {"ANY_COME", any ? 1 : 0},
                      {"AGAIN", again ? 1 : 0},
                      {"WIDTH", codec_.width()},
                      {"VALUE_BITS", roms_->value_bits},
                      {"ROM_DEPTH", room(256, longest(roms_->images), 4)}},
       .lanes = roms_->engines,
       .ports = ports_,
       .flit_bytes = codec_.width() / 8,
       .shared_data = single,
       .kind = ModelSpec::Kind::combining_node}};
  add_line_model(*network_, codec_.width(), models);
  return models;
}

void CombiningDescription::describe(NetworkBuilder& network) const {
  for (NodeId node = 0; node < network_->nodes(); ++node) {
    network.add_switch(0, node, "n" + network_->node_name(node), {}, network.pins_of(node, ports_));
    for (unsigned engine = 0; engine < roms_->engines; ++engine) {
      load(network, node, roms_->images[roms_->image_of[node * roms_->engines + engine]],
           engine << rom_select(ports_));
    }
  }
  add_lines(network);
}

std::shared_ptr<const NodeDescription> combining_description(const std::any& nodes) {
  return description_from<CombiningDescription, CombiningNodes>(nodes);
}

}  // namespace romcast
