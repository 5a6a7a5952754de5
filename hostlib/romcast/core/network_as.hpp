// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "romcast/core/topology.hpp"

namespace romcast {

/// A network as the kind that it is known to be. Throws std::bad_cast if it is another one.
template <class Network>
std::shared_ptr<const Network> network_as(const std::shared_ptr<const Topology>& topology) {
  return {topology, &dynamic_cast<const Network&>(*topology)};
}

}  // namespace romcast
