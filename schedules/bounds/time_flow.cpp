// SPDX-License-Identifier: Apache-2.0
#include "schedules/bounds/time_flow.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

#include "schedules/bounds/view.hpp"

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

// Always from the root outwards: a gather is a scatter with links and time turned round.
class Network {
 public:
  Network(const FlowTask& task, std::uint32_t cycles)
      : task_(task), cycles_(cycles), nodes_(task.topology.nodes()) {
    limit_ = task.topology.port_limit(task.ports);
    if (task.gathers) std::swap(limit_.sends, limit_.receives);
    distance_ = task.gathers ? distances_to(task.topology, task.root)
                             : distances_from(task.topology, task.root);
    graph_ = Graph(nodes_ * (cycles_ + 1) + 1);
    for (std::uint32_t t = 1; t <= cycles_; ++t) add_cycle(t);
    for (NodeId p = 0; p < task.messages.size(); ++p) {
      if (task.messages[p] == 0 || p == task.root) continue;
      needed_ += task.messages[p];
      connect(at(p, cycles_), end(), task.messages[p]);
    }
  }

  [[nodiscard]] bool solve() {
    const auto flow = boost::boykov_kolmogorov_max_flow(
        graph_, boost::get(&Edge::capacity, graph_), boost::get(&Edge::rest, graph_),
        boost::get(&Edge::reverse, graph_), boost::get(&Vertex::before, graph_),
        boost::get(&Vertex::color, graph_), boost::get(&Vertex::distance, graph_),
        boost::get(boost::vertex_index, graph_), at(task_.root, 0), end());
    return flow == needed_;
  }

  [[nodiscard]] std::vector<Stream> streams() const {
    std::vector<Stream> streams;
    for (const auto& [edge, stream] : crossings_) {
      const std::int64_t flow = graph_[edge].capacity - graph_[edge].rest;
      if (flow <= 0) continue;
      streams.push_back({task_.gathers ? cycles_ + 1 - stream.cycle : stream.cycle, stream.channel,
                         static_cast<std::uint32_t>(flow)});
    }
    return streams;
  }

 private:
  [[nodiscard]] std::size_t at(NodeId node, std::uint32_t cycle) const {
    return cycle * nodes_ + node;
  }
  [[nodiscard]] std::size_t end() const { return nodes_ * (cycles_ + 1); }

  Traits::edge_descriptor connect(std::size_t from, std::size_t to, std::int64_t capacity) {
    const auto forth = boost::add_edge(from, to, graph_).first;
    const auto back = boost::add_edge(to, from, graph_).first;
    graph_[forth].capacity = capacity;
    graph_[forth].reverse = back;
    graph_[back].reverse = forth;
    return forth;
  }

  void add_cycle(std::uint32_t t) {
    std::vector<std::size_t> senders(nodes_), receivers(nodes_);
    for (NodeId v = 0; v < nodes_; ++v) {
      senders[v] = at(v, t - 1);
      receivers[v] = at(v, t);
      if (distance_[v] < t) connect(at(v, t - 1), at(v, t), kMuch);
      if (limit_.sends != kNone && may_send(v, t)) {
        senders[v] = boost::add_vertex(graph_);
        connect(at(v, t - 1), senders[v], limit_.sends);
      }
      if (limit_.receives != kNone && distance_[v] <= t) {
        receivers[v] = boost::add_vertex(graph_);
        connect(receivers[v], at(v, t), limit_.receives);
      }
    }
    for (ChannelId c = 0; c < task_.topology.channels().size(); ++c) {
      const Channel& channel = task_.topology.channels()[c];
      const NodeId from = task_.gathers ? channel.to : channel.from;
      const NodeId to = task_.gathers ? channel.from : channel.to;
      if (!may_send(from, t) || to == task_.root) continue;
      crossings_.emplace_back(connect(senders[from], receivers[to], channel.capacity),
                              Stream{.cycle = t, .channel = c});
    }
  }
  [[nodiscard]] bool may_send(NodeId v, std::uint32_t t) const {
    return distance_[v] < t && (v == task_.root || passes_on(task_.topology, v));
  }

  static constexpr std::int64_t kMuch = std::int64_t{1} << 40;
  const FlowTask& task_;
  std::uint32_t cycles_;
  std::size_t nodes_;
  PortLimit limit_;
  std::vector<Distance> distance_;
  Graph graph_;
  std::vector<std::pair<Traits::edge_descriptor, Stream>> crossings_;
  std::int64_t needed_ = 0;
};

}  // namespace

std::uint64_t flow_edges(const Topology& topology, std::uint64_t cycles) {
  return cycles * (topology.channels().size() + 3 * topology.nodes());
}

std::optional<std::vector<Stream>> flow_in(const FlowTask& task, std::uint32_t cycles) {
  Network network(task, cycles);
  if (!network.solve()) return std::nullopt;
  return network.streams();
}

}  // namespace romcast::bounds
