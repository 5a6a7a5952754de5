// SPDX-License-Identifier: Apache-2.0
// Hardware of a reduce, allreduce or reduce-scatter: each node has a processor that combines.
#pragma once

#include <memory>
#include <vector>

#include "romcast/machines/combining/combining_description.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

class NodeCombiner;

class CombiningHardware final : public NodeHardware {
 public:
  explicit CombiningHardware(const CombiningNodes& nodes);

  [[nodiscard]] const CombiningDescription& description() const override { return description_; }
  void add_processors(Network& network) override;
  void collect(Network& network, Readings& result) const override;

 private:
  void check_value(NodeId node, MessageId number, Readings& result) const;

  std::shared_ptr<const Topology> network_;
  Collective collective_;
  unsigned engines_;
  CombiningDescription description_;
  std::vector<const NodeCombiner*> combiners_;  // by processor, of the network that was built last
};

}  // namespace romcast
