// SPDX-License-Identifier: Apache-2.0
// Pancake graphs (Akers & Krishnamurthy 1989): a node is a permutation; port i leads to the node in
// which the first i + 2 symbols are reversed.
#include "romcast/core/permutation_group.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/networks/cayley_network.hpp"

namespace romcast {
namespace {

// The generator that reverses the first `count` symbols.
NodeId reversal(const PermutationGroup& group, unsigned count) {
  Permutation label = Permutation::identity(group.symbols());
  for (unsigned i = 0; i < count; ++i) label.set(i, count - 1 - i);
  return group.node(label);
}

}  // namespace

TopologyEntry pancake() {
  return {"pancake",
          "N! processors, permutations; links reverse their first symbols, 2 to all of them",
          {{"symbols", "symbols of a permutation, 2..9", ""}},
          [](const GivenValues& given) {
            const std::uint32_t symbols = given.number("symbols", 2, 9);
            const auto group = std::make_shared<const PermutationGroup>(symbols);
            std::vector<NodeId> generators;
            for (unsigned count = 2; count <= symbols; ++count) {
              generators.push_back(reversal(*group, count));
            }
            return std::make_shared<CayleyNetwork>(
                "pancake", NetworkOptions{{"symbols", std::to_string(symbols)}}, group, generators);
          }};
}

}  // namespace romcast
