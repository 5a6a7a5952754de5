// SPDX-License-Identifier: Apache-2.0
// Fully connected networks in Verilog: an interface per processor and the crossbar, or the Benes
// network, between them (rtl/complete).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "romcast/machines/crossbar/crossbar_nodes.hpp"
#include "romcast/machines/node_description.hpp"

namespace romcast {

class CrossbarDescription final : public NodeDescription {
 public:
  /// Throws InputError if an interface cannot represent a row of its program.
  explicit CrossbarDescription(CrossbarNodes nodes);

  [[nodiscard]] std::vector<ModelSpec> models() const override;
  [[nodiscard]] const FlitCodec& codec() const override { return codec_; }
  /// A processor's local links: first the delivery links of all ports, then the links of all ports
  /// into the crossbar, then the links from the crossbar to all ports.
  [[nodiscard]] unsigned local_lanes() const override { return 3 * ports_; }
  [[nodiscard]] unsigned delivery_lane(const Hop& hop) const override;
  [[nodiscard]] Cycle settling() const override { return nodes_.latency - 1; }
  void describe(NetworkBuilder& network) const override;

 private:
  [[nodiscard]] ModelSpec port_model() const;
  [[nodiscard]] ModelSpec crossbar_model() const;
  [[nodiscard]] ModelSpec fabric_model() const;
  [[nodiscard]] std::vector<Strap> straps(NodeId node) const;
  void add_port(NetworkBuilder& network, NodeId node) const;
  void load_port(NetworkBuilder& network, NodeId node) const;
  void add_crossbar(NetworkBuilder& network) const;

  CrossbarNodes nodes_;
  unsigned ports_;
  std::uint32_t lines_;  // lines in use
  CompleteFlitCodec codec_;
};

}  // namespace romcast
