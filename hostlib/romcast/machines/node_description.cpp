// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/node_description.hpp"

#include <stdexcept>

namespace romcast {

#define MACHINE(name) std::shared_ptr<const NodeDescription> name##_description(const std::any&);
#include "romcast/machines/machines.inc"
#undef MACHINE

void NodeDescription::load(NetworkBuilder& network, NodeId node, const RomImage& image,
                           std::uint32_t address) {
  // The load port is as wide as a word; the bank copies whole pieces of 64 bits at most.
  std::vector<std::uint32_t> word;
  for (std::uint32_t i = 0; i < image.words(); ++i) {
    word.assign(image.word(i).begin(), image.word(i).end());
    word.resize(word.size() + 2, 0);
    network.load(node, address + i, word);
  }
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
