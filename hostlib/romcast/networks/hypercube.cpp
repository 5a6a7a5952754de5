// SPDX-License-Identifier: Apache-2.0
// Binary cubes: the numbers of a node and of its neighbour at port d differ in bit d alone.
#include "romcast/core/topologies.hpp"
#include "romcast/networks/cayley_network.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {
namespace {

class BitWords final : public Group {
 public:
  explicit BitWords(unsigned bits) : bits_(bits) {}
  [[nodiscard]] std::size_t order() const override { return std::size_t{1} << bits_; }
  [[nodiscard]] NodeId multiply(NodeId a, NodeId b) const override { return a ^ b; }
  [[nodiscard]] NodeId inverse(NodeId a) const override { return a; }
  [[nodiscard]] bool commutative() const override { return true; }

 private:
  unsigned bits_;
};

}  // namespace

TopologyEntry hypercube() {
  return {"hypercube",
          "2^D processors, linked where their numbers differ in one bit",
          {{"dimensions", "bits of a number, 1..19", ""}},
          [](const GivenValues& given) {
            const std::uint32_t dimensions = given.number("dimensions", 1, 19);
            std::vector<NodeId> generators;
            for (unsigned d = 0; d < dimensions; ++d) generators.push_back(NodeId{1} << d);
            return std::make_shared<CayleyNetwork>(
                "hypercube", NetworkOptions{{"dimensions", std::to_string(dimensions)}},
                std::make_shared<const BitWords>(dimensions), generators);
          }};
}

}  // namespace romcast
