// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "romcast/core/topology.hpp"

namespace romcast {

/// Casts a network to its known type. Throws std::bad_cast if it has another type.
template <class Network>
std::shared_ptr<const Network> network_as(const std::shared_ptr<const Topology>& topology) {
  return {topology, &dynamic_cast<const Network&>(*topology)};
}

}  // namespace romcast
