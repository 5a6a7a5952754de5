// SPDX-License-Identifier: Apache-2.0
// The group of a Cayley graph. In a symmetric schedule, the hops of node 0 become those of node u
// if u*v replaces each node v. Port i of every node v leads to v * Topology::generator(i).
#pragma once

#include <cstddef>

#include "romcast/core/units.hpp"

namespace romcast {

/// Elements are numbered like the nodes; 0 is the identity.
class Group {
 public:
  virtual ~Group() = default;
  [[nodiscard]] virtual std::size_t order() const = 0;
  [[nodiscard]] virtual NodeId multiply(NodeId a, NodeId b) const = 0;
  [[nodiscard]] virtual NodeId inverse(NodeId a) const = 0;
  [[nodiscard]] virtual bool commutative() const = 0;
};

}  // namespace romcast
