// SPDX-License-Identifier: Apache-2.0
// The nodes of a network as Verilog: which modules, how they are wired, what their flits mean.
#pragma once

#include <any>
#include <cstdint>
#include <memory>
#include <vector>

#include "romcast/core/flit.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/machines/model_spec.hpp"
#include "romcast/machines/network_builder.hpp"
#include "romcast/machines/nodes.hpp"
#include "romcast/machines/processor_program.hpp"
#include "romcast/machines/rom.hpp"

namespace romcast {

class NodeDescription {
 public:
  virtual ~NodeDescription() = default;
  NodeDescription(const NodeDescription&) = delete;
  NodeDescription& operator=(const NodeDescription&) = delete;

  /// The modules with their parameters, a Verilated class each.
  [[nodiscard]] virtual std::vector<ModelSpec> models() const = 0;
  [[nodiscard]] virtual const FlitCodec& codec() const = 0;
  /// Only switches that can change need to be evaluated.
  [[nodiscard]] virtual bool can_sleep() const { return false; }
  /// Links from a node to its own processor; 0 where these are links of the topology.
  [[nodiscard]] virtual unsigned local_lanes() const { return 0; }
  /// Switches have a processor, too, which combines what comes.
  [[nodiscard]] virtual bool switches_compute() const { return false; }
  /// Cycles after the plan's last hop in which things still happen.
  [[nodiscard]] virtual Cycle settling() const { return 0; }
  /// The cycle in which a design or a board stops: drain time after the plan, in which hops that
  /// should not happen would show.
  [[nodiscard]] Cycle end(Cycle last_hop) const { return last_hop + settling() + kDrain; }
  /// The port of the receiver by which a message comes, on fully connected networks.
  [[nodiscard]] virtual unsigned delivery_lane(const Hop&) const { return 0; }
  /// Adds the switches, wires them and loads them before a run; banks are
  /// numbered as the models.
  virtual void describe(NetworkBuilder& network) const = 0;
  /// The program of a processor on its links; nothing where the nodes send what is in their stores.
  [[nodiscard]] virtual ProcessorProgram program(NodeId) const { return {}; }

 protected:
  static constexpr Cycle kDrain = 16;

  NodeDescription() = default;
  /// The model of the links that take several cycles, after those of the nodes; none if there are
  /// no such links. `flit_bits`: width of a message.
  static void add_line_model(const Topology& topology, unsigned flit_bits,
                             std::vector<ModelSpec>& models);
  /// Adds the lines, whose model is the last one.
  void add_lines(NetworkBuilder& network) const;
  /// Writes an image through the load port of a switch, words from `address` on.
  static void load(NetworkBuilder& network, NodeId node, const RomImage& image,
                   std::uint32_t address = 0);
};

/// "link a -> b", with the lane where there are several.
std::string line_name(const Topology& topology, LinkId link);

/// InputError if a row does not fit the interfaces of a fully connected network.
std::shared_ptr<const NodeDescription> description_of(const ControlledNodes& nodes);

/// For the function NAME_description(nodes) of each machine in machines.inc: its description, or
/// nullptr for the nodes of another machine.
template <class Description, class Nodes>
std::shared_ptr<const NodeDescription> description_from(const std::any& nodes) {
  const auto* own = std::any_cast<Nodes>(&nodes);
  return own != nullptr ? std::make_shared<Description>(*own) : nullptr;
}

}  // namespace romcast
