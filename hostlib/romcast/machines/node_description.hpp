// SPDX-License-Identifier: Apache-2.0
// The nodes of a network as Verilog: their modules, their wiring, the meaning of their flits.
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

  /// The modules with their parameters, one Verilated class each.
  [[nodiscard]] virtual std::vector<ModelSpec> models() const = 0;
  [[nodiscard]] virtual const FlitCodec& codec() const = 0;
  /// True if only switches that can change need to be evaluated.
  [[nodiscard]] virtual bool can_sleep() const { return false; }
  /// Number of local links of a node: to its own processor and, in fully connected networks, to and
  /// from the crossbar. Links of the topology do not count.
  [[nodiscard]] virtual unsigned local_lanes() const { return 0; }
  /// True if switches, too, have a processor, which combines the arrivals.
  [[nodiscard]] virtual bool switches_compute() const { return false; }
  /// Cycles of activity after the plan's last hop.
  [[nodiscard]] virtual Cycle settling() const { return 0; }
  /// The cycle in which a design or a board stops: kDrain cycles after the last activity. Hops that
  /// must not happen would show in these cycles.
  [[nodiscard]] Cycle end(Cycle last_hop) const { return last_hop + settling() + kDrain; }
  /// Fully connected networks: the receiver's port at which the hop's message arrives.
  [[nodiscard]] virtual unsigned delivery_lane(const Hop&) const { return 0; }
  /// Adds, wires and loads the switches before a run; bank i contains the nodes of models()[i].
  virtual void describe(NetworkBuilder& network) const = 0;
  /// The sends of a processor that is separate from its switch; empty if nodes send from stores.
  [[nodiscard]] virtual ProcessorProgram program(NodeId) const { return {}; }

 protected:
  static constexpr Cycle kDrain = 16;

  NodeDescription() = default;
  /// Appends the model of the links that take several cycles, if the network has such links.
  /// `flit_bits`: width of a message.
  static void add_line_model(const Topology& topology, unsigned flit_bits,
                             std::vector<ModelSpec>& models);
  /// Adds the lines of links that take several cycles; the last of models() is the lines' model.
  void add_lines(NetworkBuilder& network) const;
  /// Loads an image into a switch; its first word goes to `address`.
  static void load(NetworkBuilder& network, NodeId node, const RomImage& image,
                   std::uint32_t address = 0);
};

/// "link a -> b", with the lane if the channel has several.
std::string line_name(const Topology& topology, LinkId link);

/// Returns the description of the nodes. Throws InputError if a row does not fit the interfaces of
/// a fully connected network.
std::shared_ptr<const NodeDescription> description_of(const ControlledNodes& nodes);

/// Implements the function NAME_description(nodes) of each machine in machines.inc: returns the
/// description, or nullptr for nodes of another machine.
template <class Description, class Nodes>
std::shared_ptr<const NodeDescription> description_from(const std::any& nodes) {
  const auto* own = std::any_cast<Nodes>(&nodes);
  return own != nullptr ? std::make_shared<Description>(*own) : nullptr;
}

}  // namespace romcast
