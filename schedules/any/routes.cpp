// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/routes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>

#include "schedules/bounds/view.hpp"

namespace romcast::any {
namespace {

// The number of messages by destination and origin; the row of a destination without messages is
// empty.
std::vector<std::vector<std::uint32_t>> demands(const Task& task) {
  std::vector<std::vector<std::uint32_t>> to(task.topology.processors());
  for (MessageId m = 0; m < task.collective.message_numbers(); ++m) {
    const NodeId origin = task.collective.origin(m), end = task.collective.destination(m);
    if (origin == end) continue;
    if (to[end].empty()) to[end].assign(task.topology.nodes(), 0);
    ++to[end][origin];
  }
  return to;
}

// The numbers of messages that use each channel, then each node's send ports, then each node's
// receive ports.
class Loads {
 public:
  explicit Loads(const Task& task) : topology_(task.topology) {
    const PortLimit limit = topology_.port_limit(task.ports);
    const std::size_t channels = topology_.channels().size(), nodes = topology_.nodes();
    capacity_.assign(channels + 2 * nodes, 0);
    for (std::size_t c = 0; c < channels; ++c) capacity_[c] = topology_.channels()[c].capacity;
    for (std::size_t v = 0; v < nodes; ++v) {
      capacity_[channels + v] = limit.sends == kNone ? 0 : limit.sends;
      capacity_[channels + nodes + v] = limit.receives == kNone ? 0 : limit.receives;
    }
    loads_.assign(capacity_.size(), 0);
  }
  void add(ChannelId c, std::int64_t messages) {
    for (const std::size_t used : uses(c)) loads_[used] += messages;
  }
  [[nodiscard]] std::uint64_t busiest() const {
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < loads_.size(); ++i) most = std::max(most, cycles(i));
    return most;
  }
  // The price of a hop over channel c. The price rises as the cycles that the channel, the sender's
  // ports or the receiver's ports need for their loads approach `target`.
  [[nodiscard]] double price(ChannelId c, double target) const {
    double price = 1;
    for (const std::size_t used : uses(c)) {
      if (capacity_[used] == 0) continue;
      const double share = static_cast<double>(loads_[used]) / capacity_[used] / target;
      price += std::exp2(std::min(40.0, 16 * (share - 0.9)));
    }
    return price;
  }

 private:
  [[nodiscard]] std::array<std::size_t, 3> uses(ChannelId c) const {
    const std::size_t channels = topology_.channels().size();
    const Channel& channel = topology_.channels()[c];
    return {c, channels + channel.from, channels + topology_.nodes() + channel.to};
  }
  [[nodiscard]] std::uint64_t cycles(std::size_t i) const {
    if (capacity_[i] == 0) return 0;
    return bounds::divided_up(static_cast<std::uint64_t>(loads_[i]), capacity_[i]);
  }
  const Topology& topology_;
  std::vector<std::uint32_t> capacity_;  // 0: not limited
  std::vector<std::int64_t> loads_;
};

// Adds the messages for `end` to the loads along the tree; with sign -1, removes the messages. The
// furthest nodes come first, because each node also forwards the messages of its subtree.
void load_tree(const Topology& topology, const Routes& routes, NodeId end,
               const std::vector<std::uint32_t>& demand, std::int64_t sign, Loads& loads) {
  const auto& hops = routes.hops[end];
  std::vector<NodeId> order;
  for (NodeId v = 0; v < topology.nodes(); ++v) {
    if (routes.next[end][v] != kNone) order.push_back(v);
  }
  std::ranges::sort(order, std::ranges::greater{}, [&](NodeId v) { return hops[v]; });
  std::vector<std::int64_t> through(demand.begin(), demand.end());
  for (const NodeId v : order) {
    if (through[v] == 0) continue;
    const ChannelId c = routes.next[end][v];
    loads.add(c, sign * through[v]);
    through[topology.channels()[c].to] += through[v];
  }
}

// True if a path to `end` may enter the node.
bool leads_on(const Topology& topology, NodeId node, NodeId end) {
  return node == end || topology.forwards(node);
}

class Negotiation {
 public:
  Negotiation(const Task& task, unsigned seed)
      : task_(task),
        topology_(task.topology),
        loads_(task),
        demand_(demands(task)),
        random_(seed + 1) {
    routes_.next.resize(topology_.processors());
    routes_.hops.resize(topology_.processors());
  }

  Routes run(std::uint64_t bound, unsigned rounds, const Deadline& deadline) {
    std::vector<NodeId> ends;
    for (NodeId end = 0; end < demand_.size(); ++end) {
      if (!demand_[end].empty()) ends.push_back(end);
    }
    Routes best;
    for (unsigned round = 0; round < rounds; ++round) {
      std::ranges::shuffle(ends, random_);
      for (const NodeId end : ends) lay(end, static_cast<double>(bound));
      routes_.busiest = loads_.busiest();
      if (best.next.empty() || routes_.busiest < best.busiest) best = routes_;
      if (best.busiest <= bound || deadline.over()) break;
    }
    return best;
  }

 private:
  void lay(NodeId end, double target) {
    if (!routes_.next[end].empty()) {
      load_tree(topology_, routes_, end, demand_[end], -1, loads_);
    }
    cheapest_tree(end, target);
    load_tree(topology_, routes_, end, demand_[end], 1, loads_);
  }
  void cheapest_tree(NodeId end, double target) {
    std::vector<ChannelId>& next = routes_.next[end];
    std::vector<std::uint32_t>& hops = routes_.hops[end];
    next.assign(topology_.nodes(), kNone);
    hops.assign(topology_.nodes(), 0);
    std::vector<double> cost(topology_.nodes(), std::numeric_limits<double>::infinity());
    using Entry = std::pair<double, NodeId>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    cost[end] = 0;
    queue.emplace(0, end);
    while (!queue.empty()) {
      const auto [known, at] = queue.top();
      queue.pop();
      if (known > cost[at] || !leads_on(topology_, at, end)) continue;
      for (const ChannelId c : topology_.inputs(at)) {
        const NodeId from = topology_.channels()[c].from;
        const double noise = 1 + 0.01 * static_cast<double>(random_() % 64) / 64;
        const double path = known + loads_.price(c, target) * noise;
        if (path >= cost[from]) continue;
        cost[from] = path;
        next[from] = c;
        hops[from] = hops[at] + 1;
        queue.emplace(path, from);
      }
    }
  }

  const Task task_;
  const Topology& topology_;
  Loads loads_;
  std::vector<std::vector<std::uint32_t>> demand_;
  std::minstd_rand random_;
  Routes routes_;
};

}  // namespace

Routes ordered_routes(const Task& task, Order order) {
  const Topology& topology = task.topology;
  const std::vector<bounds::Distance> from_first = bounds::distances_from(topology, 0);
  const auto demand = demands(task);
  Loads loads(task);
  Routes routes;
  routes.next.resize(demand.size());
  routes.hops.resize(demand.size());
  for (NodeId end = 0; end < demand.size(); ++end) {
    if (demand[end].empty()) continue;
    const std::vector<bounds::Distance> distance = bounds::distances_to(topology, end);
    const bool most_first =
        order == Order::mixed ? from_first[end] % 2 == 0 : order == Order::most_first;
    routes.hops[end].assign(distance.begin(), distance.end());
    routes.next[end].assign(topology.nodes(), kNone);
    for (NodeId v = 0; v < topology.nodes(); ++v) {
      std::int64_t best = -1;
      for (const ChannelId c : topology.outputs(v)) {
        const NodeId to = topology.channels()[c].to;
        if (distance[to] + 1 != distance[v] || !leads_on(topology, to, end)) continue;
        const std::int64_t apart = std::abs(std::int64_t{to} - std::int64_t{v});
        const std::int64_t rank = most_first ? apart : std::int64_t{kNone} - apart;
        // Among outputs of equal rank, the first is taken if v + end is even, else the last.
        if (rank < best || (rank == best && (v + end) % 2 == 0)) continue;
        best = rank;
        routes.next[end][v] = c;
      }
    }
    load_tree(topology, routes, end, demand[end], 1, loads);
  }
  routes.busiest = loads.busiest();
  return routes;
}

Routes negotiated_routes(const Task& task, std::uint64_t bound, unsigned rounds, unsigned seed,
                         const Deadline& deadline) {
  return Negotiation(task, seed).run(bound, rounds, deadline);
}

}  // namespace romcast::any
