// SPDX-License-Identifier: Apache-2.0
// Exhaustive searches in tiny star graphs.
#include <algorithm>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <unordered_set>

#include "star_oracle.hpp"

namespace oracle::star {
namespace {

// Collects in `next` the sets of nodes that can know the message one round later. No node that has
// a useful send idles, since sending more never hurts.
struct Broadcast {
  const Graph& graph;
  std::unordered_set<std::uint32_t> next{};

  void expand(std::uint32_t knew, std::uint32_t know, unsigned node) {
    while (node < graph.nodes() && (knew >> node & 1U) == 0) ++node;
    if (node == graph.nodes()) {
      next.insert(know);
      return;
    }
    bool told = false;
    for (unsigned d = 2; d <= graph.n; ++d) {
      const std::uint32_t neighbour = std::uint32_t{1} << graph.neighbour[node][d];
      if ((know & neighbour) != 0) continue;
      told = true;
      expand(knew, know | neighbour, node + 1);
    }
    if (!told) expand(knew, know, node + 1);
  }
};

struct Words {
  const Graph& graph;
  bool shortest_paths;

  // True if a sequence of `letters` more dimensions can extend `reached` to all nodes. `last` is
  // the preceding dimension, `used` the largest dimension so far. The only unused dimension to try
  // is used + 1, since all unused dimensions are equivalent.
  bool possible(const std::vector<bool>& reached, unsigned letters, unsigned last,
                unsigned used) const {
    const auto count = static_cast<std::size_t>(std::count(reached.begin(), reached.end(), true));
    if (count == graph.nodes()) return true;
    if (count << letters < graph.nodes()) return false;
    for (unsigned d = 2; d <= std::min(used + 1, graph.n); ++d) {
      if (d == last) continue;
      std::vector<bool> more = reached;
      for (unsigned node = 0; node < graph.nodes(); ++node) {
        const unsigned other = graph.neighbour[node][d];
        if (reached[node] && (!shortest_paths || graph.distance[other] > graph.distance[node]))
          more[other] = true;
      }
      if (possible(more, letters - 1, d, std::max(used, d))) return true;
    }
    return false;
  }
};

using Items = std::multiset<unsigned>;  // relative destinations of the messages a node holds

// Adds to `next` the sets of messages that a node can hold one step later; chooses the sends of
// ports d .. n.
void choose(const Graph& graph, const Items& here, const Items& arrived, unsigned d,
            std::set<Items>& next) {
  if (d > graph.n) {
    Items all = here;
    all.insert(arrived.begin(), arrived.end());
    next.insert(all);
    return;
  }
  choose(graph, here, arrived, d + 1, next);
  for (const unsigned item : std::set<unsigned>(here.begin(), here.end())) {
    const unsigned after = graph.relative(graph.neighbour[0][d], item);
    if (graph.distance[after] > graph.distance[item]) continue;
    Items left = here, moved = arrived;
    left.erase(left.find(item));
    if (after != 0) moved.insert(after);
    choose(graph, left, moved, d + 1, next);
  }
}

}  // namespace

unsigned optimal_broadcast_rounds(unsigned n) {
  if (n > 4) throw std::invalid_argument("too large to search");
  const Graph graph(n);
  const std::uint32_t all = (std::uint32_t{1} << graph.nodes()) - 1;
  std::unordered_set<std::uint32_t> layer{1};
  for (unsigned rounds = 0;; ++rounds) {
    if (layer.contains(all)) return rounds;
    Broadcast search{graph};
    for (const std::uint32_t state : layer) search.expand(state, state, 0);
    layer = std::move(search.next);
  }
}

unsigned shortest_word(unsigned n, bool shortest_paths) {
  const Graph graph(n);
  std::vector<bool> start(graph.nodes(), false);
  start[0] = true;
  for (unsigned letters = 0;; ++letters)
    if (Words{graph, shortest_paths}.possible(start, letters, 0, 1)) return letters;
}

unsigned optimal_uniform_exchange(unsigned n) {
  if (n > 3) throw std::invalid_argument("too large to search");
  const Graph graph(n);
  Items start;
  for (unsigned node = 1; node < graph.nodes(); ++node) start.insert(node);
  std::set<Items> layer{start};
  for (unsigned steps = 0;; ++steps) {
    if (layer.contains(Items{})) return steps;
    std::set<Items> next;
    for (const Items& items : layer) choose(graph, items, {}, 2, next);
    layer = std::move(next);
  }
}

unsigned cyclic_steps(const Graph& graph) {
  std::vector<unsigned> place;
  for (unsigned node = 0; node < graph.nodes(); ++node) place.push_back(node);
  for (unsigned t = 0;; ++t) {
    if (std::count(place.begin(), place.end(), 0U) == graph.nodes()) return t;
    for (unsigned& node : place) {
      const unsigned other = graph.neighbour[node][2 + t % (graph.n - 1)];
      if (graph.distance[other] < graph.distance[node]) node = other;
    }
  }
}

}  // namespace oracle::star
