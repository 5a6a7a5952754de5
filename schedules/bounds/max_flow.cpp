// SPDX-License-Identifier: Apache-2.0
#include "schedules/bounds/max_flow.hpp"

#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <utility>

namespace romcast::bounds {
namespace {

using Graph = boost::compressed_sparse_row_graph<boost::directedS>;
using Edge = Graph::edge_descriptor;

}  // namespace

// The edges as given and as a graph of Boost. `ends` has edge e at index 2e and the reverse of e at
// index 2e+1. In `graph` all of these are sorted by the vertex that they leave.
struct MaxFlow::Network {
  std::size_t vertices;
  std::vector<std::pair<std::size_t, std::size_t>> ends{};
  std::vector<std::int64_t> given{};  // capacities, by edge

  // build() sets the members below. The index of `capacity`, `rest` and `reverse` is an edge of
  // `graph`; the index of `before`, `color` and `distance` is a vertex.
  std::vector<Edge> placed{};  // by index in `ends`
  Graph graph{};
  std::vector<std::int64_t> capacity{}, rest{};
  std::vector<Edge> reverse{}, before{};
  std::vector<boost::default_color_type> color{};
  std::vector<long> distance{};

  void build();
};

void MaxFlow::Network::build() {
  std::vector<std::size_t> next(vertices + 1, 0);
  for (const auto& [from, to] : ends) ++next[from + 1];
  for (std::size_t v = 0; v < vertices; ++v) next[v + 1] += next[v];
  std::vector<std::pair<std::size_t, std::size_t>> sorted(ends.size());
  placed.clear();
  for (const auto& end : ends) {
    const std::size_t place = next[end.first]++;
    sorted[place] = end;
    placed.emplace_back(end.first, place);
  }
  graph = Graph(boost::edges_are_sorted, sorted.begin(), sorted.end(), vertices);
  capacity.assign(ends.size(), 0);
  rest.assign(ends.size(), 0);
  reverse.assign(ends.size(), {});
  for (std::size_t e = 0; e < ends.size(); ++e) {
    reverse[placed[e].idx] = placed[e ^ 1];
    if (e % 2 == 0) capacity[placed[e].idx] = given[e / 2];
  }
  before.assign(vertices, {});
  color.assign(vertices, {});
  distance.assign(vertices, 0);
}

MaxFlow::MaxFlow(std::size_t vertices)
    : network_(std::make_unique<Network>(Network{.vertices = vertices})) {}
MaxFlow::~MaxFlow() = default;

std::size_t MaxFlow::add_vertex() { return network_->vertices++; }

std::size_t MaxFlow::connect(std::size_t from, std::size_t to, std::int64_t capacity) {
  network_->ends.emplace_back(from, to);
  network_->ends.emplace_back(to, from);
  network_->given.push_back(capacity);
  return network_->given.size() - 1;
}

void MaxFlow::set_capacity(std::size_t edge, std::int64_t capacity) {
  Network& n = *network_;
  n.given[edge] = capacity;
  if (2 * edge < n.placed.size()) n.capacity[n.placed[2 * edge].idx] = capacity;
}

std::int64_t MaxFlow::solve(std::size_t source, std::size_t sink) {
  Network& n = *network_;
  if (n.placed.size() != n.ends.size() || n.color.size() != n.vertices) n.build();
  const auto edges = boost::get(boost::edge_index, n.graph);
  const auto vertices = boost::get(boost::vertex_index, n.graph);
  const auto by = [](auto& values, const auto& index) {
    return boost::make_iterator_property_map(values.begin(), index);
  };
  return boost::boykov_kolmogorov_max_flow(n.graph, by(n.capacity, edges), by(n.rest, edges),
                                           by(n.reverse, edges), by(n.before, vertices),
                                           by(n.color, vertices), by(n.distance, vertices),
                                           vertices, source, sink);
}

std::int64_t MaxFlow::along(std::size_t edge) const {
  const std::size_t place = network_->placed[2 * edge].idx;
  return network_->capacity[place] - network_->rest[place];
}

// Searches the residual graph. The colours set by Boost's algorithm need not give the source side,
// because the algorithm may end with an incomplete tree of the source.
std::vector<bool> MaxFlow::source_side(std::size_t source) const {
  const Network& n = *network_;
  std::vector<bool> reached(n.vertices, false);
  std::vector<std::size_t> queue{source};
  reached[source] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const auto [begin, end] = boost::out_edges(queue[i], n.graph);
    for (auto edge = begin; edge != end; ++edge) {
      const std::size_t to = boost::target(*edge, n.graph);
      if (n.rest[(*edge).idx] == 0 || reached[to]) continue;
      reached[to] = true;
      queue.push_back(to);
    }
  }
  return reached;
}

}  // namespace romcast::bounds
