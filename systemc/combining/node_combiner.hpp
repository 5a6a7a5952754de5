// SPDX-License-Identifier: Apache-2.0
// The processor of a combining node (rtl/direct/combining_node.v): stores the partial results that
// arrive for each value, and supplies the messages that the node sends. Switches have such a
// processor, too, but without own values.
#pragma once

#include <vector>

#include "romcast/core/partial_flit.hpp"
#include "systemc/network.hpp"
#include "systemc/processor.hpp"

namespace romcast {

class NodeCombiner final : public Processor {
 public:
  /// `in_links`: links into `node`, one per port; `senders`: how many senders `node` has.
  NodeCombiner(Network& network, const Collective& collective, const PartialFlitCodec& codec,
               NodeId node, std::vector<LinkId> in_links, unsigned senders);

  /// The final result of a value at this node.
  [[nodiscard]] CombinedValue result(MessageId message) const;
  void save(Packed& packed) override;
  void restore(Packed& packed) override;

 private:
  void edge() override;
  [[nodiscard]] std::uint64_t supply(MessageId message);
  /// Appends `part` to `parts`. If `part` is the complete result, or if the node is a switch that
  /// relays (Collective::switches_relay()), first removes all earlier parts.
  void add(std::vector<Partial>& parts, const Partial& part) const;
  /// Combines `parts` in the order of Partial::first. This order is right for any associative
  /// operation if each part combines the values of consecutive processors.
  [[nodiscard]] Partial combined(MessageId message, std::vector<Partial> parts) const;

  const Wires& fabric_;
  ProcessorRequest* requests_;
  const PartialFlitCodec& codec_;
  const std::vector<LinkId> in_links_;
  const LinkId first_delivery_;
  const unsigned senders_;
  const std::size_t processors_;
  const bool relays_;
  std::vector<std::vector<Partial>> parts_;  // by value: own and received parts
};

}  // namespace romcast
