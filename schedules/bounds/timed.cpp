// SPDX-License-Identifier: Apache-2.0
// Bounds for links with times (LinkTime); they replace those for links that carry a message per
// cycle.
//
// Distance: the sum of the delays on a fastest path. Cut: the messages that must leave a set of
// nodes cross its links. A link u -> v can carry messages from the cycle in which the first one can
// be at u, until the last one must go on from v; in between it carries at most one message per
// LinkTime::cycles, and so does a port. Work: every message occupies links for the cycles of its
// cheapest path; the sum of these cycles is divided by the number of links busy at a time.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <queue>

#include "schedules/bounds/fiedler.hpp"
#include "schedules/bounds/view.hpp"

namespace romcast::bounds {
namespace {

constexpr std::uint64_t kNever = std::uint64_t{1} << 62;
constexpr std::size_t kMostForAll = 12;  // networks with up to this many nodes: all sets are tried

// For each node, the least sum of `price(channel)` on a path from one of `starts` to the node or,
// if `back`, from the node to one of `starts`; kNever if there is no path.
template <class Price>
std::vector<std::uint64_t> least(const Topology& topology, const std::vector<NodeId>& starts,
                                 bool back, Price price) {
  std::vector<std::uint64_t> sums(topology.nodes(), kNever);
  std::vector<bool> start(topology.nodes(), false);
  using Entry = std::pair<std::uint64_t, NodeId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (const NodeId v : starts) {
    start[v] = true;
    sums[v] = 0;
    open.emplace(0, v);
  }
  while (!open.empty()) {
    const auto [sum, at] = open.top();
    open.pop();
    if (sum > sums[at] || (!start[at] && !topology.forwards(at))) continue;
    for (const ChannelId c : back ? topology.inputs(at) : topology.outputs(at)) {
      const Channel& channel = topology.channels()[c];
      const NodeId next = back ? channel.from : channel.to;
      const std::uint64_t all = sum + price(channel);
      if (all >= sums[next]) continue;
      sums[next] = all;
      open.emplace(all, next);
    }
  }
  return sums;
}
std::uint64_t delay(const Channel& channel) { return channel.time.delay(); }
constexpr std::uint64_t kFarthest = kNone - 1;
std::vector<std::uint32_t> narrowed(const std::vector<std::uint64_t>& sums) {
  std::vector<std::uint32_t> cycles;
  for (const std::uint64_t sum : sums) {
    cycles.push_back(sum == kNever ? kNone : static_cast<std::uint32_t>(std::min(sum, kFarthest)));
  }
  return cycles;
}

// The number of messages that must leave the set `inside`.
std::uint64_t demand(const View& view, const std::vector<bool>& inside) {
  const Collective& collective = view.collective();
  if (view.exchange()) {
    std::uint64_t crossing = 0;
    for (MessageId m = 0; m < collective.message_numbers(); ++m) {
      const auto outside = [&](NodeId to) { return !inside[to]; };
      crossing +=
          inside[collective.origin(m)] && std::ranges::any_of(collective.group(m), outside) ? 1 : 0;
    }
    return crossing;
  }
  std::uint64_t from = 0;
  for (NodeId p = 0; p < view.processors(); ++p) from += inside[p] ? 1 : 0;
  return must_cross(collective, from, view.processors() - from, inside[collective.source()]);
}

// The links out of a set.
class Crossing {
 public:
  Crossing(const View& view, const std::vector<bool>& inside)
      : view_(view), inside_(inside), demand_(demand(view, inside)) {
    if (demand_ == 0) return;
    const Topology& topology = view.topology();
    std::vector<NodeId> origins, ends;
    for (NodeId p = 0; p < view.processors(); ++p) {
      (inside[p] ? origins : ends).push_back(p);
    }
    const std::vector<std::uint64_t> head = least(topology, origins, false, delay);
    const std::vector<std::uint64_t> tail = least(topology, ends, true, delay);
    for (const Channel& c : topology.channels()) {
      if (!inside[c.from] || inside[c.to] || head[c.from] == kNever || tail[c.to] == kNever) {
        continue;
      }
      across_.push_back({&c, head[c.from] + tail[c.to] + c.time.latency});
    }
  }

  // The fewest cycles in which all messages that must leave the set can leave it; 0 if there are no
  // such messages, or no links for them.
  [[nodiscard]] std::uint64_t cycles() const {
    if (demand_ == 0 || across_.empty()) return 0;
    std::uint64_t low = 1, high = 1;
    while (!enough(high)) high *= 2;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      enough(middle) ? high = middle : low = middle + 1;
    }
    return low;
  }
  [[nodiscard]] std::string text() const {
    const auto nodes = std::ranges::count(inside_, true);
    return fmt::format("{} messages must leave a set of {} node{}, over {} channel{}", demand_,
                       nodes, nodes == 1 ? "" : "s", across_.size(),
                       across_.size() == 1 ? "" : "s");
  }

 private:
  struct Across {
    const Channel* channel = nullptr;
    std::uint64_t lost = 0;  // cycles in which the link cannot serve the crossing
  };
  static std::uint64_t carried(std::uint64_t cycles, const Across& one) {
    return cycles <= one.lost ? 0 : (cycles - one.lost) / one.channel->time.cycles;
  }
  [[nodiscard]] bool enough(std::uint64_t cycles) const {
    const PortLimit limit = view_.topology().port_limit(view_.ports());
    std::vector<std::uint64_t> out(view_.nodes(), 0), in(view_.nodes(), 0);
    std::uint64_t links = 0;
    for (const Across& one : across_) {
      const std::uint64_t all = carried(cycles, one) * one.channel->capacity;
      links += all;
      out[one.channel->from] += all;
      in[one.channel->to] += all;
    }
    std::uint64_t sends = 0, receives = 0;
    for (NodeId v = 0; v < view_.nodes(); ++v) {
      sends += limit.sends == kNone ? out[v] : std::min(out[v], port(cycles, v, true));
      receives += limit.receives == kNone ? in[v] : std::min(in[v], port(cycles, v, false));
    }
    return std::min({links, sends, receives}) >= demand_;
  }
  // The most messages that cross in `cycles` cycles through the send port (receive port if not
  // `out`) of v. Each holds the port for at least LinkTime::cycles of v's fastest crossing link.
  [[nodiscard]] std::uint64_t port(std::uint64_t cycles, NodeId v, bool out) const {
    std::uint64_t lost = kNever, each = kNever;
    for (const Across& one : across_) {
      if ((out ? one.channel->from : one.channel->to) != v) continue;
      lost = std::min(lost, one.lost);
      each = std::min<std::uint64_t>(each, one.channel->time.cycles);
    }
    return cycles <= lost ? 0 : (cycles - lost) / each;
  }

  const View& view_;
  const std::vector<bool> inside_;
  const std::uint64_t demand_;
  std::vector<Across> across_{};
};

class BestCrossing {
 public:
  explicit BestCrossing(const View& view) : view_(view) {}
  // Considers a set and its complement.
  void consider(const std::vector<bool>& inside) {
    std::vector<bool> outside = inside;
    outside.flip();
    for (const std::vector<bool>& set : {inside, outside}) {
      const Crossing crossing(view_, set);
      const std::uint64_t cycles = crossing.cycles();
      if (cycles <= cycles_) continue;
      cycles_ = cycles;
      why_ = crossing.text();
    }
  }
  [[nodiscard]] Found found() const {
    if (cycles_ == 0) return std::nullopt;
    return Bound{cycles_, "cut", why_};
  }

 private:
  const View& view_;
  std::uint64_t cycles_ = 0;
  std::string why_;
};

// The connected parts of a network without the links whose delay is `slow` or more.
class Parts {
 public:
  Parts(const Topology& topology, std::uint32_t slow)
      : topology_(topology), of_(topology.nodes(), kNone) {
    for (NodeId first = 0; first < topology.nodes(); ++first) {
      if (of_[first] != kNone) continue;
      const auto part = static_cast<std::uint32_t>(members_.size());
      members_.push_back({first});
      of_[first] = part;
      for (std::size_t i = 0; i < members_[part].size(); ++i) {
        for_neighbours(members_[part][i], [&](const Channel& c, NodeId next) {
          if (c.time.delay() >= slow || of_[next] != kNone) return;
          of_[next] = part;
          members_[part].push_back(next);
        });
      }
    }
  }
  [[nodiscard]] std::size_t count() const { return members_.size(); }
  [[nodiscard]] const std::vector<NodeId>& members(std::size_t part) const {
    return members_[part];
  }
  // The parts in the order of their distance from part `first`.
  [[nodiscard]] std::vector<std::uint32_t> around(std::uint32_t first) const {
    std::vector<std::uint32_t> order{first};
    std::vector<bool> seen(count(), false);
    seen[first] = true;
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const NodeId v : members_[order[i]]) {
        for_neighbours(v, [&](const Channel&, NodeId next) {
          if (seen[of_[next]]) return;
          seen[of_[next]] = true;
          order.push_back(of_[next]);
        });
      }
    }
    return order;
  }

 private:
  template <class Visit>
  void for_neighbours(NodeId v, Visit visit) const {
    for (const ChannelId c : topology_.outputs(v)) {
      visit(topology_.channels()[c], topology_.channels()[c].to);
    }
    for (const ChannelId c : topology_.inputs(v)) {
      visit(topology_.channels()[c], topology_.channels()[c].from);
    }
  }

  const Topology& topology_;
  std::vector<std::uint32_t> of_;  // by node
  std::vector<std::vector<NodeId>> members_{};
};

// Tries sets of nodes until a quarter of the work is spent. For each delay: the parts that are
// connected by links below this delay, each part alone and with its 1, 2, ... nearest parts. Then,
// for all k, the first k of the nodes sorted by number, by value in the Fiedler vector, and by
// delay from each processor.
void try_sets(const View& view, BestCrossing& best) {
  const Topology& topology = view.topology();
  const std::size_t n = view.nodes();
  const std::uint64_t each = (topology.channels().size() + n) * 16;
  std::uint64_t tries = view.work() / 4 / each;
  const auto consider = [&](const std::vector<bool>& inside) {
    if (tries == 0) return;
    --tries;
    best.consider(inside);
  };
  std::vector<std::uint32_t> delays;
  for (const Channel& c : topology.channels()) delays.push_back(c.time.delay());
  std::ranges::sort(delays);
  delays.erase(std::unique(delays.begin(), delays.end()), delays.end());
  for (const std::uint32_t slow : delays) {
    const Parts parts(topology, slow);
    if (parts.count() == 1 || parts.count() == n) continue;
    const std::uint64_t kept = tries - tries / 4;  // a delay may use a quarter of the tries left
    for (std::uint32_t first = 0; first < parts.count() && tries > kept; ++first) {
      std::vector<bool> inside(n, false);
      for (const std::uint32_t part : parts.around(first)) {
        for (const NodeId v : parts.members(part)) inside[v] = true;
        if (std::ranges::find(inside, false) != inside.end()) consider(inside);
      }
    }
  }
  std::vector<NodeId> order(n);
  std::iota(order.begin(), order.end(), NodeId{0});
  const auto sweep = [&] {
    std::vector<bool> inside(n, false);
    for (std::size_t i = 0; i + 1 < n; ++i) {
      inside[order[i]] = true;
      consider(inside);
    }
  };
  sweep();
  const std::vector<double> vector = fiedler(topology, 200);
  std::ranges::stable_sort(order, {}, [&](NodeId v) { return vector[v]; });
  sweep();
  for (NodeId p = 0; p < view.processors() && tries > 0; ++p) {
    const std::vector<std::uint64_t> far = least(topology, {p}, false, delay);
    std::ranges::stable_sort(order, {}, [&](NodeId v) { return far[v]; });
    sweep();
  }
}

}  // namespace

std::vector<std::uint32_t> delays_from(const Topology& topology, NodeId node) {
  return narrowed(least(topology, {node}, false, delay));
}
std::vector<std::uint32_t> delays_to(const Topology& topology, const std::vector<NodeId>& nodes) {
  return narrowed(least(topology, nodes, true, delay));
}

Found timed_distance(const View& view) {
  std::uint64_t worst = 0;
  NodeId worst_from = 0, worst_to = 0;
  const auto n = static_cast<NodeId>(view.processors());
  for (NodeId from = 0; from < n; ++from) {
    if (view.own(from) == 0) continue;
    const std::vector<std::uint64_t> far = least(view.topology(), {from}, false, delay);
    for (NodeId to = 0; to < n; ++to) {
      if (view.wanted(from, to) == 0) continue;
      if (far[to] == kNever) refuse_path(view, from, to);
      if (far[to] <= worst) continue;
      worst = far[to];
      worst_from = from;
      worst_to = to;
    }
  }
  if (worst == 0) return std::nullopt;
  return Bound{worst, "distance",
               fmt::format("{} cycles from {} to {}", worst, view.topology().node_name(worst_from),
                           view.topology().node_name(worst_to))};
}

Found timed_cut(const View& view) {
  BestCrossing best(view);
  const auto n = static_cast<NodeId>(view.nodes());
  if (n <= kMostForAll) {
    for (std::uint32_t set = 1; set < 1U << (n - 1); ++set) {
      std::vector<bool> inside(n);
      for (NodeId v = 0; v < n; ++v) inside[v] = (set >> v & 1) != 0;
      best.consider(inside);
    }
    return best.found();
  }
  for (NodeId p = 0; p < view.processors(); ++p) {
    std::vector<bool> inside(n, false);
    inside[p] = true;
    best.consider(inside);
  }
  try_sets(view, best);
  return best.found();
}

Found timed_work(const View& view) {
  if (view.collective().multicast()) return std::nullopt;
  const Topology& topology = view.topology();
  std::uint64_t work = 0, lanes = 0;
  for (NodeId from = 0; from < view.processors(); ++from) {
    if (view.own(from) == 0) continue;
    const std::vector<std::uint64_t> price =
        least(topology, {from}, false, [](const Channel& c) { return c.time.cycles; });
    for (NodeId to = 0; to < view.processors(); ++to) {
      if (view.wanted(from, to) > 0) work += view.wanted(from, to) * price[to];
    }
  }
  for (const Channel& c : topology.channels()) lanes += c.capacity;
  if (topology.port_limit(view.ports()).sends != kNone) {
    lanes = std::min<std::uint64_t>(lanes, view.nodes());
  }
  if (work == 0) return std::nullopt;
  return Bound{
      divided_up(work, lanes), "work",
      fmt::format("messages hold links for {} cycles at least, {} at a time", work, lanes)};
}

}  // namespace romcast::bounds
