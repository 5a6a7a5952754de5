// SPDX-License-Identifier: Apache-2.0
// LogP machines in hardware: an interface per processor, and the crossbar with lines of registers
// between them (rtl/complete/logp_port.v, logp_fabric.v).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "romcast/machines/nodes.hpp"
#include "systemc/logp/logp_processor.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

class LogpHardware final : public NodeHardware {
 public:
  explicit LogpHardware(LogpNodes machine);

  [[nodiscard]] std::vector<ModelSpec> models() const override;
  [[nodiscard]] const FlitCodec& codec() const override { return *codec_; }
  [[nodiscard]] bool can_sleep() const override { return false; }
  /// One lane for deliveries, one into the crossbar, the others out of it.
  [[nodiscard]] unsigned local_lanes() const override { return 2 + lanes_; }
  [[nodiscard]] Cycle settling() const override;
  void describe(NetworkBuilder& network) const override;
  void add_processors(Network& network) override;
  void collect(Network& network, Readings& result) const override;

 private:
  [[nodiscard]] ModelSpec port_model() const;
  [[nodiscard]] ModelSpec fabric_model() const;
  [[nodiscard]] std::vector<Strap> straps(NodeId node) const;
  [[nodiscard]] std::size_t rows(NodeId node) const;
  [[nodiscard]] bool wants(NodeId node) const;
  void add_port(NetworkBuilder& network, NodeId node) const;
  void add_processor(Network& network, NodeId node);
  void load_port(NetworkBuilder& network, NodeId node) const;
  void add_fabric(NetworkBuilder& network) const;
  /// Own operands of a combining processor, by number.
  [[nodiscard]] std::vector<CombinedValue> operands(NodeId node) const;
  void collect_values(Readings& result) const;
  void check_value(NodeId node, MessageId number, const CombinedValue& value,
                   const CombinedValue& expected, Readings& result) const;

  LogpNodes machine_;
  unsigned lanes_;
  std::unique_ptr<FlitCodec> codec_;
  LogpFields fields_;
  std::vector<CombiningProcessor*> combining_;  // owned by the network
};

}  // namespace romcast
