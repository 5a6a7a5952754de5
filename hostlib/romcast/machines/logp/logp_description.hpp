// SPDX-License-Identifier: Apache-2.0
// LogP machines in Verilog: an interface per processor (rtl/complete/logp_port.v), and a crossbar
// with a delay line after each output (logp_fabric.v).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "romcast/machines/logp/logp_nodes.hpp"
#include "romcast/machines/node_description.hpp"

namespace romcast {

class LogpDescription final : public NodeDescription {
 public:
  explicit LogpDescription(LogpNodes machine);

  [[nodiscard]] std::vector<ModelSpec> models() const override;
  [[nodiscard]] const FlitCodec& codec() const override { return *codec_; }
  /// Number of local links of a processor: one for deliveries, one to the crossbar, and one from
  /// the crossbar per lane.
  [[nodiscard]] unsigned local_lanes() const override { return 2 + lanes_; }
  [[nodiscard]] Cycle settling() const override;
  void describe(NetworkBuilder& network) const override;

 private:
  [[nodiscard]] ModelSpec port_model() const;
  [[nodiscard]] ModelSpec fabric_model() const;
  [[nodiscard]] std::vector<Strap> straps(NodeId node) const;
  [[nodiscard]] std::size_t rows(NodeId node) const;
  void add_port(NetworkBuilder& network, NodeId node) const;
  void load_port(NetworkBuilder& network, NodeId node) const;
  void add_fabric(NetworkBuilder& network) const;

  LogpNodes machine_;
  unsigned lanes_;
  std::unique_ptr<FlitCodec> codec_;
  LogpFields fields_;
};

}  // namespace romcast
