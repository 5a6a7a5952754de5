// SPDX-License-Identifier: Apache-2.0
#include "schedules/bounds/time_flow.hpp"

#include "schedules/bounds/max_flow.hpp"
#include "schedules/bounds/view.hpp"

namespace romcast::bounds {
namespace {

// The network of (node, cycle) pairs. The flow always leaves the root: a gather is a scatter with
// links and time reversed.
class Network {
 public:
  Network(const FlowTask& task, std::uint32_t cycles)
      : task_(task),
        cycles_(cycles),
        nodes_(task.topology.nodes()),
        flow_(nodes_ * (cycles + 1) + 1) {
    limit_ = task.topology.port_limit(task.ports);
    if (task.gathers) std::swap(limit_.sends, limit_.receives);
    distance_ = task.gathers ? distances_to(task.topology, task.root)
                             : distances_from(task.topology, task.root);
    for (std::uint32_t t = 1; t <= cycles_; ++t) add_cycle(t);
    for (NodeId p = 0; p < task.messages.size(); ++p) {
      if (task.messages[p] == 0 || p == task.root) continue;
      needed_ += task.messages[p];
      flow_.connect(at(p, cycles_), end(), task.messages[p]);
    }
  }

  [[nodiscard]] bool solve() { return flow_.solve(at(task_.root, 0), end()) == needed_; }

  [[nodiscard]] std::vector<Stream> streams() const {
    std::vector<Stream> streams;
    for (const auto& [edge, stream] : crossings_) {
      const std::int64_t flow = flow_.along(edge);
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

  void add_cycle(std::uint32_t t) {
    std::vector<std::size_t> senders(nodes_), receivers(nodes_);
    for (NodeId v = 0; v < nodes_; ++v) {
      senders[v] = at(v, t - 1);
      receivers[v] = at(v, t);
      if (distance_[v] < t) flow_.connect(at(v, t - 1), at(v, t), kMuch);
      if (limit_.sends != kNone && may_send(v, t)) {
        senders[v] = flow_.add_vertex();
        flow_.connect(at(v, t - 1), senders[v], limit_.sends);
      }
      if (limit_.receives != kNone && distance_[v] <= t) {
        receivers[v] = flow_.add_vertex();
        flow_.connect(receivers[v], at(v, t), limit_.receives);
      }
    }
    for (ChannelId c = 0; c < task_.topology.channels().size(); ++c) {
      const Channel& channel = task_.topology.channels()[c];
      const NodeId from = task_.gathers ? channel.to : channel.from;
      const NodeId to = task_.gathers ? channel.from : channel.to;
      if (!may_send(from, t) || to == task_.root) continue;
      crossings_.emplace_back(flow_.connect(senders[from], receivers[to], channel.capacity),
                              Stream{.cycle = t, .channel = c});
    }
  }
  [[nodiscard]] bool may_send(NodeId v, std::uint32_t t) const {
    return distance_[v] < t && (v == task_.root || task_.topology.forwards(v));
  }

  static constexpr std::int64_t kMuch = std::int64_t{1} << 40;
  const FlowTask& task_;
  std::uint32_t cycles_;
  std::size_t nodes_;
  PortLimit limit_;
  std::vector<Distance> distance_;
  MaxFlow flow_;
  std::vector<std::pair<std::size_t, Stream>> crossings_;  // with the edge's number
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
