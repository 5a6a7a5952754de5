// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/node_description.hpp"

#include "romcast/design/complete_description.hpp"
#include "romcast/design/direct_description.hpp"
#include "romcast/design/logp_description.hpp"
#include "romcast/design/reduce_description.hpp"
#include "romcast/design/tree_description.hpp"

namespace romcast {
namespace {

struct Describe {
  using Made = std::shared_ptr<const NodeDescription>;
  Made operator()(const TreeNodes& nodes) { return std::make_shared<TreeDescription>(nodes); }
  Made operator()(const StoreNodes& nodes) { return std::make_shared<DirectDescription>(nodes); }
  Made operator()(const CombiningNodes& nodes) {
    return std::make_shared<ReduceDescription>(nodes);
  }
  Made operator()(const CrossbarNodes& nodes) {
    return std::make_shared<CompleteDescription>(nodes);
  }
  Made operator()(const LogpNodes& nodes) { return std::make_shared<LogpDescription>(nodes); }
};

}  // namespace

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
  return std::visit(Describe{}, nodes.machine);
}

}  // namespace romcast
