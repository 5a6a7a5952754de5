// SPDX-License-Identifier: Apache-2.0
// The processor of a node that combines (rtl/direct/combining_node.v): stores the partial results
// that arrive for each value, and supplies the messages that the node sends. The processor of a
// switch has no own values.
#pragma once

#include <vector>

#include "romcast/core/partial_flit.hpp"
#include "systemc/network.hpp"
#include "systemc/processor.hpp"

namespace romcast {

class NodeCombiner final : public Processor {
 public:
  /// `in_links`: links into its node, one per port; `senders`: number of the node's senders.
  NodeCombiner(Network& network, const Collective& collective, const PartialFlitCodec& codec,
               NodeId node, std::vector<LinkId> in_links, unsigned senders);

  /// The final result of a value at this node.
  [[nodiscard]] CombinedValue result(MessageId message) const;
  void save(Packed& packed) override;
  void restore(Packed& packed) override;

 private:
  void edge() override;
  [[nodiscard]] std::uint64_t supply(MessageId message);
  /// Adds a part. The part replaces all earlier ones if it is the complete result, or if the node
  /// is a switch that relays.
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
