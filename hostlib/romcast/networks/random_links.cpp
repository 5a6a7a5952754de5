// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/random_links.hpp"

#include <algorithm>

#include "romcast/core/error.hpp"

namespace romcast {

NetworkOption seed_option() {
  return {"random-seed", "number that determines the random links, 0..4294967294", "1"};
}

Graph connected_draw(std::uint32_t seed, const std::string& option, const std::string& text,
                     const std::function<Graph(std::mt19937_64&)>& draw_graph) {
  constexpr unsigned most = 100;
  std::mt19937_64 random(seed);
  for (unsigned attempt = 0; attempt < most; ++attempt) {
    Graph graph = draw_graph(random);
    const std::vector<bool> there = reached(graph, {0});
    if (std::ranges::find(there, false) == there.end()) return graph;
  }
  throw InputError({option, text}, "100 random networks of this size were not connected",
                   "give more links, or another seed");
}

}  // namespace romcast
