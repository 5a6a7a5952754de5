// SPDX-License-Identifier: Apache-2.0
#include "systemc/node_hardware.hpp"

#include <algorithm>

namespace romcast {

void NodeHardware::load(NetworkBuilder& network, NodeId node, const RomImage& image,
                        std::uint32_t address) {
  // The load port is as wide as a word; the bank copies at most whole pieces of 64 bits.
  std::vector<std::uint32_t> word;
  for (std::uint32_t i = 0; i < image.words(); ++i) {
    word.assign(image.word(i).begin(), image.word(i).end());
    word.resize(word.size() + 2, 0);
    network.load(node, address + i, word);
  }
}

void NodeHardware::collect(Network& network, Readings& result) const {
  const Topology& topology = network.topology();
  for (NodeId v = topology.first_switch(); v < topology.nodes(); ++v) {
    result.switches.push_back({topology.level(v), v, network.registers_of(v)});
    result.hops += static_cast<std::uint64_t>(result.switches.back().registers.at("hops"));
  }
  for (const auto& processor : network.processors()) {
    result.hops += processor->sent();
    result.delivered += processor->delivered();
    result.cycles = std::max(result.cycles, processor->last_delivery());
    if (!processor->complaint().empty()) result.complaints.push_back(processor->complaint());
  }
}

}  // namespace romcast
