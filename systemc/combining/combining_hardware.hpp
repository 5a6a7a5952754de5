// SPDX-License-Identifier: Apache-2.0
// A reduce, allreduce or reduce-scatter in hardware, on any network: the nodes of
// rtl/direct/combining_node.v, each with a processor that combines.
#pragma once

#include <memory>
#include <vector>

#include "romcast/core/partial_flit.hpp"
#include "romcast/machines/nodes.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

class NodeCombiner;

class ReduceHardware final : public NodeHardware {
 public:
  explicit ReduceHardware(CombiningNodes nodes);

  [[nodiscard]] std::vector<ModelSpec> models() const override;
  [[nodiscard]] const FlitCodec& codec() const override { return codec_; }
  /// Programs run even in nodes without arrivals.
  [[nodiscard]] bool can_sleep() const override { return false; }
  [[nodiscard]] unsigned local_lanes() const override { return ports_; }
  [[nodiscard]] bool switches_compute() const override { return true; }
  void describe(NetworkBuilder& network) const override;
  void add_processors(Network& network) override;
  void collect(Network& network, Readings& result) const override;

 private:
  [[nodiscard]] NetworkBuilder::Pins pins(const NetworkBuilder& network, NodeId node) const;
  [[nodiscard]] std::vector<LinkId> links_of(std::span<const ChannelId> channels,
                                             LinkId none) const;
  void check_value(NodeId node, MessageId number, Readings& result) const;

  std::shared_ptr<const Topology> network_;
  Collective collective_;
  std::shared_ptr<const ReduceRoms> roms_;
  unsigned ports_;
  PartialFlitCodec codec_;
  std::vector<const NodeCombiner*> combiners_;  // by processor, of the network that was built last
};

}  // namespace romcast
