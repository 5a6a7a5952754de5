// SPDX-License-Identifier: Apache-2.0
// What a kind of network is made of in hardware: which Verilog models, how they are wired, what
// their flits mean. One implementation per kind of node; the rest of the co-simulation is common.
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

  /// The Verilated classes that are needed, one bank each.
  [[nodiscard]] virtual std::vector<ModelSpec> models() const = 0;
  [[nodiscard]] virtual const FlitCodec& codec() const = 0;
  /// Only switches that can change need to be evaluated.
  [[nodiscard]] virtual bool can_sleep() const = 0;
  /// Links from a node to its own processor; 0 where these are links of the topology.
  [[nodiscard]] virtual unsigned local_lanes() const { return 0; }
  /// Switches have a processor, too, which combines what comes.
  [[nodiscard]] virtual bool switches_compute() const { return false; }
  /// Cycles after the plan's last hop in which things still happen.
  [[nodiscard]] virtual Cycle settling() const { return 0; }
  /// The cycle in which a design or a board stops: drain time after the plan, in which hops that
  /// should not happen would show.
  [[nodiscard]] Cycle end(Cycle last_hop) const { return last_hop + settling() + kDrain; }
  /// By which port of its receiver a message comes, on fully connected networks.
  [[nodiscard]] virtual unsigned delivery_lane(const Hop&) const { return 0; }
  /// Tells of the switches, how they are wired and what is loaded into them before a run; banks are
  /// numbered as the models.
  virtual void describe(NetworkBuilder& network) const = 0;
  /// What a processor sends by its links; nothing where the nodes send what is in their stores.
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
