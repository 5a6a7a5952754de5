// SPDX-License-Identifier: Apache-2.0
// A reduce, allreduce or reduce-scatter in Verilog, on any network: the nodes of
// rtl/direct/combining_node.v.
#pragma once

#include <memory>
#include <vector>

#include "romcast/core/partial_flit.hpp"
#include "romcast/machines/combining/combining_nodes.hpp"
#include "romcast/machines/node_description.hpp"

namespace romcast {

class CombiningDescription final : public NodeDescription {
 public:
  explicit CombiningDescription(const CombiningNodes& nodes);

  [[nodiscard]] std::vector<ModelSpec> models() const override;
  [[nodiscard]] const PartialFlitCodec& codec() const override { return codec_; }
  [[nodiscard]] unsigned local_lanes() const override { return ports_; }
  [[nodiscard]] bool switches_compute() const override { return true; }
  void describe(NetworkBuilder& network) const override;

 private:
  std::shared_ptr<const Topology> network_;
  Collective collective_;
  std::shared_ptr<const ReduceRoms> roms_;
  unsigned ports_;
  PartialFlitCodec codec_;
};

}  // namespace romcast
