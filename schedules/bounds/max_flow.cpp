// SPDX-License-Identifier: Apache-2.0
#include "schedules/bounds/max_flow.hpp"

#include <vector>

// Boost 1.74's edge iterator of directed graphs holds an optional that GCC 12 cannot see through.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

namespace romcast::bounds {
namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
struct Vertex {
  boost::default_color_type color{};
  long distance = 0;
  Traits::edge_descriptor before{};
};
struct Edge {
  std::int64_t capacity = 0, rest = 0;
  Traits::edge_descriptor reverse{};
};
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, Vertex, Edge>;

}  // namespace

struct MaxFlow::Network {
  Graph graph;
  std::vector<Traits::edge_descriptor> edges{};
};

MaxFlow::MaxFlow(std::size_t vertices)
    : network_(std::make_unique<Network>(Network{.graph = Graph(vertices)})) {}
MaxFlow::~MaxFlow() = default;

std::size_t MaxFlow::add_vertex() { return boost::add_vertex(network_->graph); }

std::size_t MaxFlow::connect(std::size_t from, std::size_t to, std::int64_t capacity) {
  Graph& graph = network_->graph;
  const auto forth = boost::add_edge(from, to, graph).first;
  const auto back = boost::add_edge(to, from, graph).first;
  graph[forth].capacity = capacity;
  graph[forth].reverse = back;
  graph[back].reverse = forth;
  network_->edges.push_back(forth);
  return network_->edges.size() - 1;
}

void MaxFlow::set_capacity(std::size_t edge, std::int64_t capacity) {
  network_->graph[network_->edges[edge]].capacity = capacity;
}

std::int64_t MaxFlow::solve(std::size_t source, std::size_t sink) {
  Graph& graph = network_->graph;
  return boost::boykov_kolmogorov_max_flow(
      graph, boost::get(&Edge::capacity, graph), boost::get(&Edge::rest, graph),
      boost::get(&Edge::reverse, graph), boost::get(&Vertex::before, graph),
      boost::get(&Vertex::color, graph), boost::get(&Vertex::distance, graph),
      boost::get(boost::vertex_index, graph), source, sink);
}

std::int64_t MaxFlow::along(std::size_t edge) const {
  const Edge& one = network_->graph[network_->edges[edge]];
  return one.capacity - one.rest;
}

// The algorithm's colours are no help: it may end with a source's tree that is not complete.
std::vector<bool> MaxFlow::source_side(std::size_t source) const {
  const Graph& graph = network_->graph;
  std::vector<bool> reached(boost::num_vertices(graph), false);
  std::vector<std::size_t> queue{source};
  reached[source] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const auto [begin, end] = boost::out_edges(queue[i], graph);
    for (auto edge = begin; edge != end; ++edge) {
      const std::size_t to = boost::target(*edge, graph);
      if (graph[*edge].rest == 0 || reached[to]) continue;
      reached[to] = true;
      queue.push_back(to);
    }
  }
  return reached;
}

}  // namespace romcast::bounds
