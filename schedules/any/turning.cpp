// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/turning.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/networks/network_facts.hpp"
#include "schedules/any/booking.hpp"
#include "schedules/any/reversed.hpp"
#include "schedules/any/timed.hpp"

namespace romcast::any {
namespace {

constexpr std::uint64_t kMostTreeHops = 5'000'000;  // over all centres that are tried
constexpr std::uint64_t kMostCentres = 64;
// The limit of each of three numbers: nodes times channels (a search from every node), hops times
// the cycles that are tried for each hop, and values times nodes.
constexpr std::uint64_t kMostSteps = 200'000'000;

void sort_by_cycle(Hops& hops) { std::ranges::stable_sort(hops, {}, &Hop::cycle); }

// The ends of a link, or one node twice.
struct Centre {
  NodeId first = 0, second = 0;
  [[nodiscard]] bool link() const { return first != second; }
};

// A tree of shortest paths from a centre to all processors; a forest of two trees if the centre is
// a link.
class CentredTree {
 public:
  CentredTree(const Topology& topology, Centre centre, bool single)
      : topology_(topology), in_(topology.nodes(), kNone), label_(topology.nodes(), 0) {
    std::vector<bool> seen(topology.nodes(), false);
    std::vector<NodeId> order;
    for (const NodeId root : {centre.first, centre.second}) {
      if (!seen[root]) order.push_back(root);
      seen[root] = true;
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (!topology.forwards(order[i])) continue;
      for (const ChannelId c : topology.outputs(order[i])) {
        const NodeId to = topology.channels()[c].to;
        if (seen[to]) continue;
        seen[to] = true;
        in_[to] = c;
        order.push_back(to);
      }
    }
    complete_ =
        std::all_of(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(topology.processors()),
                    [](bool reached) { return reached; });
    if (complete_) keep_useful(order, single);
  }

  [[nodiscard]] bool complete() const { return complete_; }
  /// The channels from parents to children, by parent, parents before their children; among the
  /// children of a node the one whose subtree takes longest comes first.
  [[nodiscard]] const std::vector<ChannelId>& channels() const { return channels_; }

 private:
  void keep_useful(const std::vector<NodeId>& order, bool single) {
    std::vector<std::vector<NodeId>> children(topology_.nodes());
    std::vector<bool> useful(topology_.nodes(), false);
    for (std::size_t i = order.size(); i-- > 0;) {
      const NodeId v = order[i];
      useful[v] = useful[v] || topology_.is_processor(v);
      label(v, children[v], single);
      if (!useful[v] || in_[v] == kNone) continue;
      const NodeId parent = topology_.channels()[in_[v]].from;
      useful[parent] = true;
      children[parent].push_back(v);
    }
    for (const NodeId v : order) {
      for (const NodeId child : children[v]) channels_.push_back(in_[child]);
    }
  }
  // Sorts the children by label, the largest first, and sets the label of v: the cycles in which a
  // value gets from v to all nodes below v. With one port the children get the value in turn
  // (Slater, Cockayne & Hedetniemi 1981).
  void label(NodeId v, std::vector<NodeId>& children, bool single) {
    std::ranges::stable_sort(children, std::ranges::greater{},
                             [&](NodeId child) { return label_[child]; });
    for (std::size_t i = 0; i < children.size(); ++i) {
      const auto turn = static_cast<Cycle>(single ? i : 0);
      label_[v] = std::max(label_[v], label_[children[i]] + 1 + turn);
    }
  }

  const Topology& topology_;
  std::vector<ChannelId> in_;  // by node: channel from its parent
  std::vector<Cycle> label_;
  std::vector<ChannelId> channels_;
  bool complete_ = false;
};

// Sends a value down a tree from its roots. `since`: by node, the cycle in which the value arrives;
// given for the roots, computed for all other nodes.
void spread_down(const Topology& topology, const CentredTree& tree, MessageId value,
                 std::vector<Cycle>& since, Booking& booking, Hops& hops) {
  for (const ChannelId c : tree.channels()) {
    const Channel& channel = topology.channels()[c];
    hops.push_back(booking.place(c, value, since[channel.from]));
    since[channel.to] = hops.back().cycle;
  }
}

// The hops that combine all values in the centre, values with small numbers first. The function
// spreads the values from the centre on the reversed network, then reverses these hops in time.
Hops combine_in_tree(const Task& task, const CentredTree& tree, const Topology& reversed) {
  const MessageId values = task.collective.messages();
  Booking booking(reversed, task.ports);
  Hops hops;
  std::vector<Cycle> since(reversed.nodes());
  for (MessageId value = values; value-- > 0;) {
    std::ranges::fill(since, 0);
    spread_down(reversed, tree, value, since, booking, hops);
  }
  sort_by_cycle(hops);
  turn_round(hops);
  return hops;
}

// Combines all values in the centre and spreads them from there.
class Turn {
 public:
  Turn(const Task& task, Centre centre, const Topology& reversed)
      : task_(task),
        centre_(centre),
        up_(reversed, centre, task.ports.single()),
        down_(task.topology, centre, task.ports.single()),
        reversed_(reversed),
        booking_(task.topology, task.ports) {}

  [[nodiscard]] Hops hops() {
    if (!up_.complete() || !down_.complete()) return {};
    const ChannelId across = task_.topology.find_channel(centre_.first, centre_.second);
    const ChannelId back = task_.topology.find_channel(centre_.second, centre_.first);
    if (centre_.link() && (across == kNone || back == kNone)) return {};
    const MessageId values = task_.collective.messages();
    std::vector<Cycle> first(values, 0), second(values, 0);  // by value: last arrival at each end
    for (const Hop& hop : combine_in_tree(task_, up_, reversed_)) {
      hops_.push_back(booking_.keep(hop));
      const NodeId to = task_.topology.channel_at(hop.link).to;
      if (to == centre_.first) first[hop.message] = hop.cycle;
      if (to == centre_.second) second[hop.message] = hop.cycle;
    }
    if (values > 0 &&
        (hears_nothing(centre_.first, first) || hears_nothing(centre_.second, second)))
      return {};
    std::vector<Cycle> since(task_.topology.nodes());
    for (MessageId value = 0; value < values; ++value) {
      since[centre_.first] = first[value];
      since[centre_.second] = second[value];
      if (centre_.link()) {
        const Hop there = booking_.place(across, value, first[value]);
        const Hop here = booking_.place(back, value, second[value]);
        since[centre_.first] = std::max(first[value], here.cycle);
        since[centre_.second] = std::max(second[value], there.cycle);
        hops_.insert(hops_.end(), {there, here});
      }
      spread_down(task_.topology, down_, value, since, booking_, hops_);
    }
    sort_by_cycle(hops_);
    return std::move(hops_);
  }

 private:
  // True if `end`, an end of the centre, is a switch that no value reaches, because no processor is
  // on this side of the centre. `since`: by value, the cycle of its last arrival at `end`, or 0.
  [[nodiscard]] bool hears_nothing(NodeId end, const std::vector<Cycle>& since) const {
    return !task_.topology.is_processor(end) && since.front() == 0;
  }

  const Task& task_;
  Centre centre_;
  CentredTree up_, down_;
  const Topology& reversed_;
  Booking booking_;
  Hops hops_;
};

// Up to `most` centres: nodes that forward, and links; the nearest to all processors come first.
std::vector<Centre> centres_of(const Topology& topology, const Topology& reversed,
                               std::size_t most) {
  std::vector<std::pair<Cycle, Centre>> centres;  // with an estimate of the cycles
  std::vector<Cycle> reach(topology.nodes());
  for (NodeId v = 0; v < topology.nodes(); ++v) {
    reach[v] = farthest(topology, v).hops + farthest(reversed, v).hops;
    if (topology.forwards(v)) centres.push_back({reach[v], {v, v}});
  }
  for (const Channel& channel : topology.channels()) {
    if (channel.from > channel.to) continue;
    centres.push_back(
        {std::min(reach[channel.from], reach[channel.to]) - 1, {channel.from, channel.to}});
  }
  std::ranges::stable_sort(centres, {}, [](const auto& entry) { return entry.first; });
  std::vector<Centre> best;
  for (const auto& [cycles, centre] : centres) {
    if (best.size() < most) best.push_back(centre);
  }
  return best;
}

// Renumbers the values in `back` that start at the same node, so that a value that is complete
// earlier is spread earlier. `whole`: by value, the cycle in which it is complete.
void rename_by_completion(const Topology& topology, const std::vector<Cycle>& whole, Hops& back) {
  std::vector<NodeId> root(whole.size(), kNone);
  std::vector<MessageId> sent;  // in the order of their first hops
  for (const Hop& hop : back) {
    if (root[hop.message] != kNone) continue;
    root[hop.message] = topology.channel_at(hop.link).from;
    sent.push_back(hop.message);
  }
  std::vector<MessageId> completed = sent;
  std::ranges::stable_sort(sent, {}, [&](MessageId m) { return root[m]; });
  std::ranges::stable_sort(completed, {},
                           [&](MessageId m) { return std::pair(root[m], whole[m]); });
  std::vector<MessageId> name(whole.size(), 0);
  for (std::size_t i = 0; i < sent.size(); ++i) name[sent[i]] = completed[i];
  for (Hop& hop : back) hop.message = name[hop.message];
}

}  // namespace

Distant farthest(const Topology& topology, NodeId from) {
  const std::vector<unsigned> hops = hops_from(topology, from);
  Distant most{from, 0};
  for (NodeId p = 0; p < topology.processors(); ++p) {
    if (hops[p] != kNone && hops[p] > most.hops) most = {p, hops[p]};
  }
  return most;
}

Hops one_after_the_other(const Topology& topology, Hops there, Hops back) {
  const Cycle later = last_arrival(topology, there);
  for (Hop& hop : back) hop.cycle += later;
  there.insert(there.end(), back.begin(), back.end());
  return there;
}

Turned turn_in_tree(const Task& task) {
  const Topology& topology = task.topology;
  const std::uint64_t values = task.collective.messages();
  const std::uint64_t hops = 2 * values * topology.nodes();
  if (topology.processors() < 2 || hops > kMostTreeHops ||
      topology.nodes() * topology.channels().size() > kMostSteps) {
    return {};
  }
  const Reversed reversed(topology);
  const std::uint64_t tries = std::min(kMostCentres, kMostTreeHops / hops);
  Turned best;
  for (const Centre& centre : centres_of(topology, reversed, tries)) {
    Hops found = Turn(task, centre, reversed).hops();
    if (found.empty() || (!best.hops.empty() && cycles_of(found) >= cycles_of(best.hops))) continue;
    best.hops = std::move(found);
    const std::string first = topology.node_name(centre.first);
    best.note = centre.link() ? fmt::format("along a tree, turned round between {} and {}", first,
                                            topology.node_name(centre.second))
                              : fmt::format("along a tree, turned round at {}", first);
  }
  return best;
}

Hops follow(const Task& task, const Hops& there, Hops back) {
  const Topology& topology = task.topology;
  const std::uint64_t values = task.collective.messages();
  if ((there.size() + back.size()) * std::uint64_t{cycles_of(there)} > kMostSteps ||
      values * topology.nodes() > kMostSteps) {
    return one_after_the_other(task.topology, there, std::move(back));
  }
  Booking booking(topology, task.ports);
  std::vector<Cycle> whole(values, 0);
  Hops hops;
  for (const Hop& hop : there) {
    hops.push_back(booking.keep(hop));
    whole[hop.message] = hop.cycle;
  }
  rename_by_completion(topology, whole, back);
  std::vector<Cycle> since(values * topology.nodes(), kNone);
  for (const Hop& hop : back) {
    const ChannelId c = topology.channel_of(hop.link);
    const Channel& channel = topology.channels()[c];
    Cycle& from = since[hop.message * topology.nodes() + channel.from];
    if (from == kNone) from = whole[hop.message];
    hops.push_back(booking.place(c, hop.message, from));
    since[hop.message * topology.nodes() + channel.to] = hops.back().cycle;
  }
  sort_by_cycle(hops);
  return hops;
}

}  // namespace romcast::any
