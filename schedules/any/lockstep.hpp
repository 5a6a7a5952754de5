// SPDX-License-Identifier: Apache-2.0
// Symmetric schedules on Cayley graphs: if a node sends along a generator g in a cycle, all nodes u
// send along g in that cycle. One message moves from each u to u*g, so no two of these messages
// reach the same node.
#pragma once

#include <memory>
#include <vector>

#include "romcast/core/group.hpp"
#include "schedules/any/any.hpp"

namespace romcast::any {

/// A Cayley graph whose links are grouped into machines (a term from shop scheduling). A machine
/// has one link of every node: lane `place` of the node's output channel number `output`.
class Cayley {
 public:
  struct Machine {
    std::uint32_t output = 0, place = 0;
    NodeId generator = 0;
  };
  /// The topology must have a group and outlive this object.
  explicit Cayley(const Topology& topology);

  [[nodiscard]] std::size_t order() const { return group_.order(); }
  [[nodiscard]] const Group& group() const { return group_; }
  [[nodiscard]] const std::vector<Machine>& machines() const { return machines_; }
  /// u*g: the node that a message from u reaches along the machine's generator g.
  [[nodiscard]] NodeId crossed(NodeId u, std::uint32_t machine) const {
    return topology_.channels()[topology_.outputs(u)[machines_[machine].output]].to;
  }
  /// u*g^-1: the node whose message reaches u along the machine's generator g.
  [[nodiscard]] NodeId before(NodeId u, std::uint32_t machine) const {
    return group_.multiply(u, inverses_[machine]);
  }
  [[nodiscard]] LinkId link(NodeId u, std::uint32_t machine) const {
    const Machine& m = machines_[machine];
    return topology_.channels()[topology_.outputs(u)[m.output]].first_link + m.place;
  }

 private:
  const Topology& topology_;
  const Group& group_;
  std::vector<Machine> machines_;
  std::vector<NodeId> inverses_;  // by machine: inverse of its generator
};

/// In `cycle`, for every node s, node s*at sends along `machine` a message that started at s and
/// that node s*destination wants (if destination is kNone, all nodes want the message).
struct LockstepSend {
  Cycle cycle = 0;
  std::uint32_t machine = 0;
  NodeId at = 0;
  NodeId destination = kNone;
  std::uint32_t index = 0;  ///< number among the messages of this origin and destination
};
using Lockstep = std::vector<LockstepSend>;
Cycle cycles_of(const Lockstep& sends);

/// The hops of all nodes, computed as they are read.
OpenSchedule open_lockstep(std::shared_ptr<const Topology> topology, const Collective& collective,
                           Lockstep sends);

}  // namespace romcast::any
