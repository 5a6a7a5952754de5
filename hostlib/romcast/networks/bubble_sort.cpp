// SPDX-License-Identifier: Apache-2.0
// Bubble-sort graphs (Akers & Krishnamurthy 1989): a node is a permutation, and its port i
// leads to the permutation with the symbols at positions i and i + 1 (from 0) exchanged.
#include "romcast/core/permutation_group.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/networks/cayley_network.hpp"

namespace romcast {
namespace {

// The generator that exchanges the symbols at positions `place` and `place` + 1.
NodeId exchange(const PermutationGroup& group, unsigned place) {
  Permutation label = Permutation::identity(group.symbols());
  label.set(place, place + 1);
  label.set(place + 1, place);
  return group.node(label);
}

}  // namespace

TopologyEntry bubble_sort() {
  return {"bubble-sort",
          "N! processors, permutations; links exchange two symbols side by side",
          {{"symbols", "symbols of a permutation, 2..9", ""}},
          [](const GivenValues& given) {
            const std::uint32_t symbols = given.number("symbols", 2, 9);
            const auto group = std::make_shared<const PermutationGroup>(symbols);
            std::vector<NodeId> generators;
            for (unsigned place = 0; place + 1 < symbols; ++place) {
              generators.push_back(exchange(*group, place));
            }
            return std::make_shared<CayleyNetwork>(
                "bubble-sort", NetworkOptions{{"symbols", std::to_string(symbols)}}, group,
                generators);
          }};
}

}  // namespace romcast
