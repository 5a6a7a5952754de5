// SPDX-License-Identifier: Apache-2.0
// Messages with one destination: give every link, and every limited port, a length >= 0. A message
// needs at least the length of its shortest path, and a cycle offers the sum of all lengths. The
// number of cycles is at least the quotient: the lengths of these paths, summed over all messages,
// divided by the sum of all lengths (dual of the concurrent flow, Shahrokhi & Matula 1990).
// Multiplicative updates find good lengths: links and ports that the shortest paths use most get
// longer. Lengths are integers, so the bound has no rounding error.
#include <fmt/format.h>

#include <algorithm>
#include <queue>

#include "schedules/bounds/view.hpp"

namespace romcast::bounds {
namespace {

constexpr std::uint64_t kUnit = 1 << 16;

// Lengths of links and ports. The vectors capacity_, lengths_ and loads_ have an entry for each
// channel, then one for the send ports of each node, then one for the receive ports of each node.
class Lengths {
 public:
  explicit Lengths(const View& view)
      : view_(view), limit_(view.topology().port_limit(view.ports())) {
    const std::size_t channels = view.topology().channels().size(), nodes = view.nodes();
    capacity_.assign(channels + 2 * nodes, 0);
    for (std::size_t c = 0; c < channels; ++c)
      capacity_[c] = view.topology().channels()[c].capacity;
    for (NodeId v = 0; v < nodes; ++v) {
      if (limit_.sends != kNone) capacity_[channels + v] = view.send_rate(v);
      if (limit_.receives != kNone) capacity_[channels + nodes + v] = view.receive_rate(v);
    }
    lengths_.assign(capacity_.size(), 0);
    const bool ported = limit_.sends != kNone || limit_.receives != kNone;
    for (std::size_t i = 0; i < capacity_.size(); ++i) {
      if (capacity_[i] > 0 && (!ported || i >= channels)) lengths_[i] = kUnit;
    }
    loads_.assign(capacity_.size(), 0);
  }

  [[nodiscard]] std::uint64_t sum() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < capacity_.size(); ++i) sum += capacity_[i] * lengths_[i];
    return sum;
  }

  // Returns the sum of the lengths of the shortest paths of all messages from a node, and adds each
  // message to the loads of the channels and ports on the message's path.
  std::uint64_t path_lengths_from(NodeId origin) {
    dijkstra(origin);
    std::uint64_t sum = 0;
    std::vector<std::uint64_t> through(view_.nodes(), 0);
    for (std::size_t i = order_.size(); i-- > 1;) {
      const NodeId v = order_[i];
      const std::uint64_t wanted = view_.wanted(origin, v);
      sum += wanted * distance_[v];
      through[v] += wanted;
      const Channel& c = view_.topology().channels()[came_[v]];
      through[c.from] += through[v];
      for (const std::size_t used : uses(came_[v])) loads_[used] += through[v];
    }
    return sum;
  }

  void lengthen() {
    double most = 0;
    for (std::size_t i = 0; i < loads_.size(); ++i) most = std::max(most, pressure(i));
    std::uint64_t longest = 0;
    for (std::size_t i = 0; i < loads_.size(); ++i) {
      if (capacity_[i] == 0 || most == 0) continue;
      const double factor = 1 + 0.1 * pressure(i) / most;
      lengths_[i] = static_cast<std::uint64_t>(static_cast<double>(lengths_[i]) * factor) +
                    (pressure(i) > 0.9 * most ? 1 : 0);
      longest = std::max(longest, lengths_[i]);
    }
    if (longest > 16 * kUnit) {
      for (std::uint64_t& length : lengths_) length /= 2;
    }
    std::ranges::fill(loads_, 0);
  }

 private:
  [[nodiscard]] double pressure(std::size_t i) const {
    return capacity_[i] == 0 ? 0
                             : static_cast<double>(loads_[i]) / static_cast<double>(capacity_[i]);
  }
  [[nodiscard]] std::array<std::size_t, 3> uses(ChannelId c) const {
    const std::size_t channels = view_.topology().channels().size();
    const Channel& channel = view_.topology().channels()[c];
    return {c, channels + channel.from, channels + view_.nodes() + channel.to};
  }
  void dijkstra(NodeId origin) {
    const Topology& topology = view_.topology();
    distance_.assign(view_.nodes(), ~std::uint64_t{0});
    came_.assign(view_.nodes(), kNone);
    order_.clear();
    std::vector<bool> done(view_.nodes(), false);
    using Entry = std::pair<std::uint64_t, NodeId>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    distance_[origin] = 0;
    queue.emplace(0, origin);
    while (!queue.empty()) {
      const NodeId at = queue.top().second;
      queue.pop();
      if (done[at]) continue;
      done[at] = true;
      order_.push_back(at);
      if (at != origin && !topology.forwards(at)) continue;
      for (const ChannelId c : topology.outputs(at)) {
        std::uint64_t length = distance_[at];
        for (const std::size_t used : uses(c)) length += lengths_[used];
        const NodeId to = topology.channels()[c].to;
        if (length >= distance_[to]) continue;
        distance_[to] = length;
        came_[to] = c;
        queue.emplace(length, to);
      }
    }
  }

  const View& view_;
  PortLimit limit_;
  std::vector<std::uint64_t> capacity_, lengths_, loads_, distance_;
  std::vector<ChannelId> came_;
  std::vector<NodeId> order_;
};

}  // namespace

Found length(const View& view) {
  const Collective& collective = view.collective();
  if (collective.multicast() || !view.complete() || view.nodes() > 2048) return std::nullopt;
  std::vector<NodeId> origins;
  for (NodeId p = 0; p < view.processors(); ++p) {
    if (view.own(p) > 0) origins.push_back(p);
  }
  const std::uint64_t round =
      origins.size() * (view.topology().channels().size() + view.nodes()) * 24;
  std::uint64_t rounds = std::min<std::uint64_t>(view.work() / 2 / round, 200);
  if (view.messages() > 1 << 12) return std::nullopt;  // sums stay within 64 bits
  Lengths lengths(view);
  std::uint64_t best = 0;
  for (; rounds > 0; --rounds) {
    std::uint64_t paths = 0;
    for (const NodeId origin : origins) paths += lengths.path_lengths_from(origin);
    best = std::max(best, divided_up(paths, lengths.sum()));
    lengths.lengthen();
  }
  if (best == 0) return std::nullopt;
  return Bound{best, "length",
               "paths through links and ports of the best lengths, over all lengths (Shahrokhi & "
               "Matula 1990)"};
}

}  // namespace romcast::bounds
