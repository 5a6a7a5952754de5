// SPDX-License-Identifier: Apache-2.0
// The hardware of a kind of network: its Verilog models, their wiring, and the meaning of flits.
// One implementation per kind of node; the rest of the co-simulation is common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "romcast/core/flit.hpp"
#include "romcast/core/readings.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/machines/rom.hpp"
#include "systemc/model_store.hpp"
#include "systemc/network.hpp"
#include "systemc/processor_program.hpp"

namespace romcast {

class NodeHardware {
 public:
  virtual ~NodeHardware() = default;
  NodeHardware(const NodeHardware&) = delete;
  NodeHardware& operator=(const NodeHardware&) = delete;

  /// The required Verilated classes, one bank each.
  [[nodiscard]] virtual std::vector<ModelSpec> models() const = 0;
  [[nodiscard]] virtual const FlitCodec& codec() const = 0;
  /// True if only switches that can change need to be evaluated.
  [[nodiscard]] virtual bool can_sleep() const = 0;
  /// Links from a node to its own processor; 0 if these are links of the topology.
  [[nodiscard]] virtual unsigned local_lanes() const { return 0; }
  /// True if switches have processors, too, which combine arrivals.
  [[nodiscard]] virtual bool switches_compute() const { return false; }
  /// Drain time: cycles of activity after the last planned hop.
  [[nodiscard]] virtual Cycle settling() const { return 0; }
  /// The cycle in which a design or a board stops, including a drain in which surplus hops would
  /// show.
  [[nodiscard]] Cycle end(Cycle last_hop) const { return last_hop + settling() + kDrain; }
  /// The receiver's port by which a message arrives, on fully connected networks.
  [[nodiscard]] virtual unsigned delivery_lane(const Hop&) const { return 0; }
  /// Passes the switches, their wiring and their loaded words to `network`; banks have the numbers
  /// of the models.
  virtual void describe(NetworkBuilder& network) const = 0;
  /// The sends of a processor; empty if the nodes send from their stores.
  [[nodiscard]] virtual ProcessorProgram program(NodeId) const { return {}; }
  /// Adds the processors, in the order of their numbers.
  virtual void add_processors(Network& network) = 0;
  /// Reads registers and processors after the run.
  virtual void collect(Network& network, Readings& result) const;

 protected:
  static constexpr Cycle kDrain = 16;

  NodeHardware() = default;
  /// Writes an image through the load port of a switch, words from `address` on.
  static void load(NetworkBuilder& network, NodeId node, const RomImage& image,
                   std::uint32_t address = 0);
};

}  // namespace romcast
