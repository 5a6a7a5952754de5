// SPDX-License-Identifier: Apache-2.0
// The processor of a node that combines (rtl/direct/combining_node.v): keeps what has come of every
// value and supplies what the node sends. At a switch it has no values of its own.
#pragma once

#include <vector>

#include "romcast/core/partial_flit.hpp"
#include "systemc/network.hpp"
#include "systemc/processor.hpp"

namespace romcast {

class NodeCombiner final : public Processor {
 public:
  /// `in_links`: into its node, as many as it has ports; `senders`: of the node.
  NodeCombiner(Network& network, const Collective& collective, const PartialFlitCodec& codec,
               NodeId node, std::vector<LinkId> in_links, unsigned senders);

  /// All that it has got of a value, at the end.
  [[nodiscard]] CombinedValue result(MessageId message) const;
  void save(Packed& packed) override;
  void restore(Packed& packed) override;

 private:
  void edge() override;
  [[nodiscard]] std::uint64_t supply(MessageId message);
  /// What is combined of all processors takes the place of what is there.
  void add(std::vector<Partial>& parts, const Partial& part) const;
  /// In the order of the processors, so that what is in a row is right for any operation.
  [[nodiscard]] Partial combined(MessageId message, std::vector<Partial> parts) const;

  const Fabric& fabric_;
  ProcessorRequest* requests_;
  const PartialFlitCodec& codec_;
  const std::vector<LinkId> in_links_;
  const LinkId first_delivery_;
  const unsigned senders_;
  const std::size_t processors_;
  std::vector<std::vector<Partial>> parts_;  // by value: its own, and those that have come
};

}  // namespace romcast
