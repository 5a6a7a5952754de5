// SPDX-License-Identifier: Apache-2.0
// Direct networks in hardware: the nodes of rtl/direct, each with its processor on its local port.
// Controlled by ROMs they serve any such network; the local rules are those of star graphs.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "romcast/machines/nodes.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

class DirectHardware final : public NodeHardware {
 public:
  explicit DirectHardware(StoreNodes nodes);

  [[nodiscard]] std::vector<ModelSpec> models() const override { return {model_}; }
  [[nodiscard]] const FlitCodec& codec() const override { return codec_; }
  /// Nodes count start-ups, so they never rest.
  [[nodiscard]] bool can_sleep() const override { return false; }
  [[nodiscard]] unsigned local_lanes() const override { return engines_; }
  void describe(NetworkBuilder& network) const override;
  void add_processors(Network& network) override;
  void collect(Network& network, Readings& result) const override;

 private:
  [[nodiscard]] ModelSpec model() const;
  void add_node(NetworkBuilder& network, NodeId node) const;
  void load_roms(NetworkBuilder& network, NodeId node) const;
  void inject(NetworkBuilder& network, NodeId node) const;

  std::shared_ptr<const Topology> network_;
  Collective collective_;
  Timing timing_;
  unsigned ports_;    // links of the largest node
  unsigned engines_;  // simultaneous senders and receivers of a node
  std::shared_ptr<const StoreRoms> roms_;
  std::optional<StarRules> rules_;
  DirectFlitCodec codec_;
  ModelSpec model_;
  std::vector<std::uint32_t> own_order_;  // rule control: own messages, in relative terms
};

}  // namespace romcast
