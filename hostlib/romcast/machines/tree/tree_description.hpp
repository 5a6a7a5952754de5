// SPDX-License-Identifier: Apache-2.0
// Fat trees in Verilog: the three switches of rtl/fat_tree.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "romcast/machines/node_description.hpp"
#include "romcast/machines/tree/tree_nodes.hpp"

namespace romcast {

class TreeDescription final : public NodeDescription {
 public:
  explicit TreeDescription(const TreeNodes& nodes);

  [[nodiscard]] std::vector<ModelSpec> models() const override { return models_; }
  [[nodiscard]] const TreeFlitCodec& codec() const override { return codec_; }
  [[nodiscard]] bool can_sleep() const override { return !roms_; }
  void describe(NetworkBuilder& network) const override;
  [[nodiscard]] ProcessorProgram program(NodeId p) const override;
  /// Messages that a processor may send before its switch returns a credit; 0: any number.
  [[nodiscard]] unsigned credits() const;

 private:
  [[nodiscard]] ModelSpec model_of_level(unsigned level) const;
  [[nodiscard]] std::uint64_t rom_depth(unsigned level) const;
  void add_switch(NetworkBuilder& network, NodeId v) const;

  std::shared_ptr<const FatTree> tree_;
  Collective collective_;
  std::shared_ptr<const TreeRules> rules_;
  std::shared_ptr<const TreeRoms> roms_;
  std::vector<std::uint32_t> depths_;
  bool counts_messages_;
  TreeFlitCodec codec_;
  std::vector<ModelSpec> models_;
  std::vector<std::uint32_t> bank_of_level_;  // by level - 1
};

}  // namespace romcast
