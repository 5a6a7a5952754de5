// SPDX-License-Identifier: Apache-2.0
// Tori of any number of dimensions; a ring is a torus of one dimension.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "romcast/networks/cayley_network.hpp"

namespace romcast {

/// Returns the torus. A node has two ports for each dimension, in order: to the next coordinate,
/// then to the previous one; only one port if the dimension has two nodes.
std::shared_ptr<const Topology> make_torus(std::string network, NetworkOptions options,
                                           const std::vector<std::uint32_t>& dims);

}  // namespace romcast
