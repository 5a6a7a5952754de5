// SPDX-License-Identifier: Apache-2.0
// The processor of a node in a direct network.
#pragma once

#include <fmt/format.h>

#include "systemc/network.hpp"
#include "systemc/processor.hpp"

namespace romcast {

/// Takes the flits on the first `lanes` local links of its node. The processor's own messages are
/// in the node's store before the run.
class NodeProcessor final : public Processor {
 public:
  NodeProcessor(Network& network, const Collective& collective, const FlitCodec& codec, NodeId node,
                unsigned lanes)
      : Processor(fmt::format("p{}", node).c_str(), network.fabric(), collective, codec, node),
        fabric_(network.fabric()),
        first_link_(network.local_link(node, 0)),
        lanes_(lanes) {}

 private:
  void edge() override {
    for (LinkId link = first_link_; link < first_link_ + lanes_; ++link) {
      if (const std::uint64_t* const flit = fabric_.on(link)) receive(*flit);
    }
  }

  [[nodiscard]] const std::uint64_t* coming() const override { return fabric_.on(first_link_); }

  const Wires& fabric_;
  LinkId first_link_;
  unsigned lanes_;
};

}  // namespace romcast
