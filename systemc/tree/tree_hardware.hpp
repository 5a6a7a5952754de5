// SPDX-License-Identifier: Apache-2.0
// Fat trees in hardware: the three switches of rtl/fat_tree and the processors at the leaves.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "romcast/machines/nodes.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

class TreeHardware final : public NodeHardware {
 public:
  explicit TreeHardware(TreeNodes nodes);

  [[nodiscard]] std::vector<ModelSpec> models() const override { return models_; }
  [[nodiscard]] const FlitCodec& codec() const override { return codec_; }
  [[nodiscard]] bool can_sleep() const override { return !roms_; }
  void describe(NetworkBuilder& network) const override;
  [[nodiscard]] ProcessorProgram program(NodeId p) const override;
  void add_processors(Network& network) override;

 private:
  [[nodiscard]] ModelSpec model_of_level(unsigned level) const;
  [[nodiscard]] std::uint64_t rom_depth(unsigned level) const;
  void add_switch(NetworkBuilder& network, NodeId v) const;
  void add_processor(Network& network, NodeId p);

  std::shared_ptr<const FatTree> tree_;
  Collective collective_;
  std::shared_ptr<const TreeRules> rules_;
  std::shared_ptr<const TreeRoms> roms_;
  std::vector<std::uint32_t> depths_;
  TreeFlitCodec codec_;
  std::vector<ModelSpec> models_;
  std::vector<std::uint32_t> bank_of_level_;  // by level - 1
};

}  // namespace romcast
