// SPDX-License-Identifier: Apache-2.0
// Cube-connected cycles (Preparata & Vuillemin 1981): each node of a D-dimensional hypercube
// becomes a cycle of D nodes, and node i of the cycle gets the cube's link along dimension i (both
// from 0).
#include "romcast/core/topologies.hpp"
#include "romcast/networks/cayley_network.hpp"
#include "romcast/networks/turning_words.hpp"

namespace romcast {

TopologyEntry cube_connected_cycles() {
  return {"cube-connected-cycles",
          "hypercube whose 2^D nodes are cycles of D processors with 3 links each",
          {{"dimensions", "D, 2..16", ""}},
          [](const GivenValues& given) {
            const std::uint32_t dimensions = given.number("dimensions", 2, 16);
            const auto group = std::make_shared<const TurningWords>(dimensions);
            return std::make_shared<CayleyNetwork>(
                "cube-connected-cycles", NetworkOptions{{"dimensions", std::to_string(dimensions)}},
                group,
                std::vector{group->element(0, 1), group->element(0, dimensions - 1),
                            group->element(1, 0)});
          }};
}

}  // namespace romcast
