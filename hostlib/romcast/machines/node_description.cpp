// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/node_description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "romcast/core/bits.hpp"

namespace romcast {

#define MACHINE(name) std::shared_ptr<const NodeDescription> name##_description(const std::any&);
#include "romcast/machines/machines.inc"
#undef MACHINE

void NodeDescription::load(NetworkBuilder& network, NodeId node, const RomImage& image,
                           std::uint32_t address) {
  std::vector<std::uint32_t> word;
  for (std::uint32_t i = 0; i < image.words(); ++i) {
    word.assign(image.word(i).begin(), image.word(i).end());
    word.resize(word.size() + 2, 0);  // the bank copies whole pieces of 64 bits
    network.load(node, address + i, word);
  }
}

namespace {

// Cycles from a link's input to its line's output.
std::uint32_t line_delay(const LinkTime& time) { return time.delay() - 1; }

}  // namespace

void NodeDescription::add_line_model(const Topology& topology, unsigned flit_bits,
                                     std::vector<ModelSpec>& models) {
  if (!topology.timed()) return;
  std::uint32_t under_way = 1;
  for (const Channel& channel : topology.channels()) {
    const std::uint32_t each = channel.time.cycles;
    under_way = std::max(under_way, (line_delay(channel.time) + each - 1) / each);
  }
  models.push_back({.module = "link_line",
                    .parameters = {{"WIDTH", flit_bits}, {"DEPTH", room(2, under_way, 2)}},
                    .lanes = 1,
                    .ports = 1,
                    .flit_bytes = flit_bits / 8,
                    .kind = ModelSpec::Kind::link_line});
}

void NodeDescription::add_lines(NetworkBuilder& network) const {
  const Topology& topology = network.topology();
  if (!topology.timed()) return;
  const auto bank = static_cast<std::uint32_t>(models().size() - 1);
  for (LinkId link = 0; link < topology.links(); ++link) {
    const LinkTime& time = topology.channel_at(link).time;
    if (time == LinkTime{}) continue;
    network.add_line(bank, link, {{"delay", line_delay(time)}, {"spacing", time.cycles}});
  }
}

std::string line_name(const Topology& topology, LinkId link) {
  const Channel& channel = topology.channel_at(link);
  return fmt::format("link {} -> {}{}", topology.node_name(channel.from),
                     topology.node_name(channel.to),
                     channel.capacity == 1 ? "" : fmt::format(" {}", link - channel.first_link));
}

std::shared_ptr<const NodeDescription> description_of(const ControlledNodes& nodes) {
  for (const auto describe : {
#define MACHINE(name) name##_description,
#include "romcast/machines/machines.inc"
#undef MACHINE
       }) {
    if (auto description = describe(nodes.machine)) return description;
  }
  throw std::logic_error("a machine of machines.inc makes other nodes than its description takes");
}

}  // namespace romcast
