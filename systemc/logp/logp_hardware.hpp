// SPDX-License-Identifier: Apache-2.0
// Hardware of LogP machines: each interface has a processor.
#pragma once

#include <vector>

#include "romcast/machines/logp/logp_description.hpp"
#include "systemc/logp/logp_processor.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

class LogpHardware final : public NodeHardware {
 public:
  explicit LogpHardware(LogpNodes machine);

  [[nodiscard]] const LogpDescription& description() const override { return description_; }
  void add_processors(Network& network) override;
  void collect(Network& network, Readings& result) const override;

 private:
  [[nodiscard]] bool wants(NodeId node) const;
  void add_processor(Network& network, NodeId node);
  /// The operands of a processor that combines: in a summation, in the order in which it adds them;
  /// in other collectives one for each value, by the value's number.
  [[nodiscard]] std::vector<CombinedValue> operands(NodeId node) const;
  void collect_values(Readings& result) const;
  void check_value(NodeId node, MessageId number, const CombinedValue& value,
                   const CombinedValue& expected, Readings& result) const;

  LogpNodes machine_;
  unsigned lanes_;
  LogpDescription description_;
  std::vector<CombiningProcessor*> combining_;  // owned by the network
};

}  // namespace romcast
