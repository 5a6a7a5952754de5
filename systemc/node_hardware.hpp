// SPDX-License-Identifier: Apache-2.0
// Hardware of a network's nodes: makes their processors in SystemC, and reads figures after the
// run. One implementation per kind of node; the rest of the co-simulation is common.
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
