// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "romcast/core/topology.hpp"

namespace romcast {

/// Casts a network to the class Network. Throws std::bad_cast if the network has another class.
template <class Network>
std::shared_ptr<const Network> network_as(const std::shared_ptr<const Topology>& topology) {
  return {topology, &dynamic_cast<const Network&>(*topology)};
}

}  // namespace romcast
