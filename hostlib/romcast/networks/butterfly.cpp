// SPDX-License-Identifier: Apache-2.0
// Wrapped butterflies: node (w, i), in row w of column i, is linked with two nodes of column i + 1,
// in the rows w and w XOR 2^i; column 0 follows the last column.
#include "romcast/core/topologies.hpp"
#include "romcast/networks/cayley_network.hpp"
#include "romcast/networks/turning_words.hpp"

namespace romcast {

TopologyEntry butterfly() {
  return {"butterfly",
          "wrapped butterfly: D columns of 2^D processors with 4 links each",
          {{"dimensions", "D, 2..16", ""}},
          [](const GivenValues& given) {
            const std::uint32_t dimensions = given.number("dimensions", 2, 16);
            const auto group = std::make_shared<const TurningWords>(dimensions);
            const NodeId straight = group->element(0, 1), cross = group->element(1, 1);
            return std::make_shared<CayleyNetwork>(
                "butterfly", NetworkOptions{{"dimensions", std::to_string(dimensions)}}, group,
                std::vector{straight, cross, group->inverse(straight), group->inverse(cross)});
          }};
}

}  // namespace romcast
