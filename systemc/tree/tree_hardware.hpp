// SPDX-License-Identifier: Apache-2.0
// Hardware of fat trees: each leaf has a processor.
#pragma once

#include "romcast/machines/tree/tree_description.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

class TreeHardware final : public NodeHardware {
 public:
  explicit TreeHardware(TreeNodes nodes);

  [[nodiscard]] const TreeDescription& description() const override { return description_; }
  void add_processors(Network& network) override;

 private:
  void add_processor(Network& network, NodeId p);

  TreeNodes nodes_;
  TreeDescription description_;
};

}  // namespace romcast
