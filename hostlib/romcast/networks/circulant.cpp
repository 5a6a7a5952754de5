// SPDX-License-Identifier: Apache-2.0
// Circulant graphs (distributed loops): node v is linked with v + s and v - s for each stride s.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/networks/cayley_network.hpp"
#include "romcast/networks/cyclic_product.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {
namespace {

// For each stride s, in the order of the list `text`: the generators s and `processors` - s. Throws
// InputError if a stride is too large or repeats a generator, or if the graph is not connected.
std::vector<NodeId> generators_of(const std::string& text, std::uint32_t processors) {
  const std::vector<std::uint32_t> strides = parse_list("strides", text, ',', 1);
  std::vector<NodeId> generators;
  std::uint32_t common = processors;
  for (const std::uint32_t stride : strides) {
    if (stride >= processors) {
      throw InputError({"strides", text}, fmt::format("{} of {} processors", stride, processors),
                       fmt::format("give numbers from 1 to {}", processors - 1));
    }
    if (std::ranges::find(generators, stride) != generators.end()) {
      throw InputError({"strides", text},
                       fmt::format("{} is there already, or as the reverse of another", stride),
                       "give each once");
    }
    common = std::gcd(common, stride);
    generators.push_back(stride);
    generators.push_back(processors - stride);
  }
  if (common > 1) {
    throw InputError({"strides", text},
                     fmt::format("not connected, all numbers are divided by {}", common),
                     "add one that is not");
  }
  return generators;
}

}  // namespace

TopologyEntry circulant() {
  return {"circulant",
          "N processors in a cycle, linked with those that are S before and behind",
          {{"processors", "processors, 2..1048576", ""}, {"strides", "S,..., e.g. 1,5", ""}},
          [](const GivenValues& given) {
            const std::uint32_t processors = given.number("processors", 2, kMostNodes);
            const std::string text = given.text("strides");
            const std::vector<NodeId> generators = generators_of(text, processors);
            check_size("strides", text, processors, static_cast<double>(generators.size()));
            return std::make_shared<CayleyNetwork>(
                "circulant",
                NetworkOptions{{"processors", std::to_string(processors)}, {"strides", text}},
                std::make_shared<const CyclicProduct>(std::vector{processors}), generators);
          }};
}

}  // namespace romcast
