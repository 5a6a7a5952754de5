// SPDX-License-Identifier: Apache-2.0
// Tori of any number of dimensions; a ring is a torus of one dimension.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "romcast/networks/cayley_network.hpp"

namespace romcast {

/// Ports are in the order of the dimensions: in each, the port to the next coordinate before the
/// port to the previous one; a dimension of two nodes has one port for both.
std::shared_ptr<const Topology> make_torus(std::string network, NetworkOptions options,
                                           const std::vector<std::uint32_t>& dims);

}  // namespace romcast
