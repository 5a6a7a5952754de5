// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/node_description.hpp"

#include "romcast/machines/combining/combining_description.hpp"
#include "romcast/machines/crossbar/crossbar_description.hpp"
#include "romcast/machines/logp/logp_description.hpp"
#include "romcast/machines/store/store_description.hpp"
#include "romcast/machines/tree/tree_description.hpp"

namespace romcast {
namespace {

struct Describe {
  using Made = std::shared_ptr<const NodeDescription>;
  Made operator()(const TreeNodes& nodes) { return std::make_shared<TreeDescription>(nodes); }
  Made operator()(const StoreNodes& nodes) { return std::make_shared<StoreDescription>(nodes); }
  Made operator()(const CombiningNodes& nodes) {
    return std::make_shared<CombiningDescription>(nodes);
  }
  Made operator()(const CrossbarNodes& nodes) {
    return std::make_shared<CrossbarDescription>(nodes);
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
