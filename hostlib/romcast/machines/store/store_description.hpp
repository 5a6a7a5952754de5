// SPDX-License-Identifier: Apache-2.0
// Direct networks in Verilog: the nodes of rtl/direct, each with its processor on its local port.
// Controlled by ROMs, the nodes serve any direct network; the local rules serve star graphs only.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "romcast/machines/node_description.hpp"
#include "romcast/machines/store/store_nodes.hpp"

namespace romcast {

class StoreDescription final : public NodeDescription {
 public:
  explicit StoreDescription(const StoreNodes& nodes);

  [[nodiscard]] std::vector<ModelSpec> models() const override { return models_; }
  [[nodiscard]] const FlitCodec& codec() const override { return codec_; }
  [[nodiscard]] unsigned local_lanes() const override { return engines_; }
  void describe(NetworkBuilder& network) const override;

 private:
  [[nodiscard]] ModelSpec model(const StoreDepths& depths) const;
  void add_node(NetworkBuilder& network, NodeId node) const;
  void load_roms(NetworkBuilder& network, NodeId node) const;
  void inject(NetworkBuilder& network, NodeId node) const;

  std::shared_ptr<const Topology> network_;
  Collective collective_;
  StoreKeeping keeping_;
  Timing timing_;
  unsigned ports_;    // ports of every node, by store_ports()
  unsigned engines_;  // sequencers of a node: 1 (single-port) or one per port
  std::shared_ptr<const StoreRoms> roms_;
  std::optional<StarRules> rules_;
  DirectFlitCodec codec_;
  std::vector<ModelSpec> models_;            // one per distinct StoreDepths, then the lines' model
  std::vector<std::uint32_t> bank_of_node_;  // index in models_
  std::vector<std::uint32_t> own_order_;     // rule control: arguments `relative` of own_message()
};

}  // namespace romcast
