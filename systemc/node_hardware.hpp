// SPDX-License-Identifier: Apache-2.0
// The part of the co-simulation that differs between kinds of nodes, with one implementation per
// kind: makes the SystemC processors of the nodes, and reads figures after the run.
#pragma once

#include "romcast/core/memories.hpp"
#include "romcast/machines/node_description.hpp"

namespace romcast {

class Network;

class NodeHardware {
 public:
  virtual ~NodeHardware() = default;
  NodeHardware(const NodeHardware&) = delete;
  NodeHardware& operator=(const NodeHardware&) = delete;

  [[nodiscard]] virtual const NodeDescription& description() const = 0;
  /// Adds the processors, in the order of their numbers.
  virtual void add_processors(Network& network) = 0;
  /// Reads registers and processors after the run.
  virtual void collect(Network& network, Readings& result) const;

 protected:
  NodeHardware() = default;
};

}  // namespace romcast
