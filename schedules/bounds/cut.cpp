// SPDX-License-Identifier: Apache-2.0
// All messages from a set S of nodes to the set S' of the other nodes cross the links between the
// sets. An alltoall with M messages of each pair takes at least M |S| |S'| / links cycles, an
// allgather with M messages of each processor M |S| / links cycles, where |S| counts the processors
// of S. A limit of ports may lower the rate of senders and receivers. Networks of up to 13
// nodes: all sets. Larger networks: the first k nodes, for all k, of the nodes sorted by number, by
// distance from a node (balls), and by value in the Fiedler vector (Fiedler 1973); for multi-port
// broadcasts and allgathers also the worst of all sets, by maximum flows. Half-duplex links carry
// the messages of both directions together.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "schedules/bounds/fiedler.hpp"
#include "schedules/bounds/view.hpp"
#include "schedules/bounds/worst_cut.hpp"

namespace romcast::bounds {
namespace {

constexpr std::size_t kMostForAll = 13;

// The links from a set of nodes to the other nodes, or back. rate() is the largest number of
// messages that these links carry in a cycle, limited by links and by the ports at both ends.
class Crossing {
 public:
  Crossing(std::size_t nodes, PortLimit limit)
      : limit_(limit), leaving_(nodes, 0), entering_(nodes, 0) {}
  // Adds all links of a channel to the links that cross if `crosses`, otherwise removes them.
  void change(const Channel& c, bool crosses) { change(c, c.capacity, crosses); }
  // The same for `links` of the channel's links.
  void change(const Channel& c, std::uint32_t links, bool crosses) {
    count(c, -1);
    const std::int64_t by = crosses ? std::int64_t{links} : -std::int64_t{links};
    leaving_[c.from] += by;
    entering_[c.to] += by;
    links_ += by;
    count(c, 1);
  }
  [[nodiscard]] std::uint64_t rate() const {
    return static_cast<std::uint64_t>(std::min({links_, sends_, receives_}));
  }

 private:
  void count(const Channel& c, std::int64_t sign) {
    sends_ += sign * std::min<std::int64_t>(leaving_[c.from], limit_.sends);
    receives_ += sign * std::min<std::int64_t>(entering_[c.to], limit_.receives);
  }
  PortLimit limit_;  // kNone (no limit) exceeds the number of any node's links
  std::vector<std::int64_t> leaving_, entering_;
  std::int64_t links_ = 0, sends_ = 0, receives_ = 0;
};

// A set that nodes enter and leave one by one.
class Cut {
 public:
  explicit Cut(const View& view)
      : view_(view),
        inside_(view.nodes(), false),
        out_(view.nodes(), view.topology().port_limit(view.ports())),
        in_(out_),
        both_(view.nodes(), shared_ports(view)),
        half_(view.ports().half),
        inside_of_(view.exchange() ? view.messages() : 0, 0) {}

  void toggle(NodeId v) {
    const Topology& topology = view_.topology();
    const bool enters = !inside_[v];
    if (view_.exchange()) count_exchanged(v, enters);
    for (const ChannelId c : topology.outputs(v)) {
      const Channel& channel = topology.channels()[c];
      if (channel.to == v) continue;
      inside_[channel.to] ? in_.change(channel, !enters) : out_.change(channel, enters);
      if (half_) change_both(v, channel.to, topology.shared_links(c), enters);
    }
    for (const ChannelId c : topology.inputs(v)) {
      const Channel& channel = topology.channels()[c];
      if (channel.from == v) continue;
      inside_[channel.from] ? out_.change(channel, !enters) : in_.change(channel, enters);
      if (half_ && topology.opposite(c) == kNone) {
        change_both(v, channel.from, channel.capacity, enters);
      }
    }
    inside_[v] = enters;
    if (topology.is_processor(v)) enters ? ++processors_ : --processors_;
  }

  // The fewest cycles for the messages that must leave the set (enter the set if not `out`); 0 if
  // there are no such messages or no links for them.
  [[nodiscard]] std::uint64_t cycles(bool out) const {
    const std::uint64_t crossing = demand(out), rate = (out ? out_ : in_).rate();
    return crossing == 0 || rate == 0 ? 0 : divided_up(crossing, rate);
  }
  // The fewest cycles in which half-duplex links carry the messages of both directions; 0 if links
  // are not half-duplex or have nothing to carry.
  [[nodiscard]] std::uint64_t cycles_of_both() const {
    const std::uint64_t crossing = demand(true) + demand(false), rate = half_ ? both_.rate() : 0;
    return crossing == 0 || rate == 0 ? 0 : divided_up(crossing, rate);
  }
  [[nodiscard]] std::string text_of_both() const {
    return fmt::format(
        "{} messages must leave or enter a set of {}, {} a cycle over half-duplex "
        "links",
        demand(true) + demand(false), counted(), both_.rate());
  }
  [[nodiscard]] std::string text(bool out) const {
    return fmt::format("{} messages must {} a set of {}, {} a cycle", demand(out),
                       out ? "leave" : "enter", counted(), (out ? out_ : in_).rate());
  }

 private:
  // The ports that both directions share; no limit if sends and receptions have separate ports.
  static PortLimit shared_ports(const View& view) {
    const PortLimit limit = view.topology().port_limit(view.ports());
    return limit.shared ? PortLimit{limit.sends, limit.sends, true} : PortLimit{};
  }
  // Updates both_ for the half-duplex links between node `other` and v, which enters the set (else
  // leaves it). Each of these links counts as one from the inside to the outside.
  void change_both(NodeId v, NodeId other, std::uint32_t links, bool enters) {
    inside_[other] ? both_.change({.from = other, .to = v}, links, !enters)
                   : both_.change({.from = v, .to = other}, links, enters);
  }
  [[nodiscard]] std::string counted() const {
    const auto nodes = static_cast<std::size_t>(std::ranges::count(inside_, true));
    return fmt::format("{} node{}", nodes, nodes == 1 ? "" : "s");
  }
  [[nodiscard]] std::uint64_t demand(bool out) const {
    const std::uint64_t others = view_.processors() - processors_;
    const std::uint64_t from = out ? processors_ : others, to = out ? others : processors_;
    if (view_.exchange()) return static_cast<std::uint64_t>(out ? leaving_ : entering_);
    return must_cross(view_.collective(), from, to, inside_[view_.collective().source()] == out);
  }
  // Updates leaving_ and entering_ when v enters or leaves the set. A message must leave the set if
  // it starts inside and a processor outside wants it, and enter if it starts outside and a
  // processor inside wants it.
  void count_exchanged(NodeId v, bool enters) {
    if (!view_.topology().is_processor(v)) return;
    for (const MessageId m : view_.touching(v)) {
      const NodeId origin = view_.collective().origin(m);
      const std::size_t all = view_.collective().group(m).size();
      const auto count = [&](bool in, std::int64_t sign) {
        leaving_ += in && inside_of_[m] < all ? sign : 0;
        entering_ += !in && inside_of_[m] > 0 ? sign : 0;
      };
      const bool in = origin == v ? !enters : inside_[origin];
      count(in, -1);
      if (origin != v) enters ? ++inside_of_[m] : --inside_of_[m];
      count(origin == v ? enters : in, 1);
    }
  }

  const View& view_;
  std::vector<bool> inside_;
  Crossing out_, in_, both_;  // both_: half-duplex links; a link and its opposite count once
  const bool half_;
  std::uint64_t processors_ = 0;
  // For CollectiveKind::exchange. inside_of_: by message, the number of destinations in the set;
  // leaving_, entering_: the numbers of messages that must leave and that must enter the set.
  std::vector<std::uint32_t> inside_of_;
  std::int64_t leaving_ = 0, entering_ = 0;
};

class BestCut {
 public:
  void consider(const WorstCut& cut, std::uint64_t messages) {
    const std::uint64_t cycles = cut.cycles(messages);
    if (cycles <= cycles_) return;
    cycles_ = cycles;
    const auto inside = std::ranges::count(cut.inside, true);
    why_ = fmt::format("{} messages must enter a set of {} node{}, {} {}",
                       messages * static_cast<std::uint64_t>(cut.demand), inside,
                       inside == 1 ? "" : "s", cut.capacity,
                       cut.period == 1 ? "a cycle" : fmt::format("in {} cycles", cut.period));
  }
  void consider(const Cut& cut) {
    for (const bool out : {true, false}) {
      const std::uint64_t cycles = cut.cycles(out);
      if (cycles <= cycles_) continue;
      cycles_ = cycles;
      why_ = cut.text(out);
    }
    if (const std::uint64_t both = cut.cycles_of_both(); both > cycles_) {
      cycles_ = both;
      why_ = cut.text_of_both();
    }
  }
  [[nodiscard]] Found found() const {
    if (cycles_ == 0) return std::nullopt;
    return Bound{cycles_, "cut", why_};
  }

 private:
  std::uint64_t cycles_ = 0;
  std::string why_;
};

// Each set differs from the previous one by one node (Gray code).
void all_cuts(const View& view, BestCut& best) {
  Cut cut(view);
  for (std::uint32_t i = 1; i < 1U << (view.nodes() - 1); ++i) {
    cut.toggle(static_cast<NodeId>(std::countr_zero(i)));
    best.consider(cut);
  }
}

void sweep(const View& view, const std::vector<NodeId>& order, BestCut& best) {
  Cut cut(view);
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    cut.toggle(order[i]);
    best.consider(cut);
  }
}

template <class Key>
std::vector<NodeId> sorted_by(const View& view, Key key) {
  std::vector<NodeId> order(view.nodes());
  std::iota(order.begin(), order.end(), NodeId{0});
  std::ranges::stable_sort(order, {}, key);
  return order;
}

constexpr std::uint64_t kWorkPerArc = 30;  // work of a maximum flow

void worst_of_all(const View& view, BestCut& best) {
  const CollectiveKind kind = view.collective().kind();
  const bool spreads = kind == CollectiveKind::broadcast || kind == CollectiveKind::allgather;
  if (!spreads || view.ports().kind != Ports::Kind::multi) return;
  const std::uint64_t each = (view.nodes() + view.topology().channels().size()) * kWorkPerArc;
  const std::uint64_t flows = view.work() / 4 / each;
  if (flows < view.processors()) return;
  const auto worst = worst_cut(spread_graph(view.topology(), view.collective()), flows);
  if (worst) best.consider(*worst, view.messages());
}

}  // namespace

std::uint64_t must_cross(const Collective& collective, std::uint64_t from, std::uint64_t to,
                         bool root_inside) {
  const std::uint64_t each = collective.messages();
  switch (collective.kind()) {
    case CollectiveKind::broadcast:
      return root_inside && to > 0 ? each : 0;
    case CollectiveKind::scatter:
      return root_inside ? each * to : 0;
    case CollectiveKind::gather:
      return root_inside ? 0 : each * from;
    case CollectiveKind::allgather:
      return to > 0 ? each * from : 0;
    default:
      return each * from * to;
  }
}

Found cut(const View& view) {
  BestCut best;
  if (view.nodes() <= kMostForAll) {
    all_cuts(view, best);
    return best.found();
  }
  const std::uint64_t counted =
      view.exchange() ? view.messages() + view.collective().expected_deliveries() : 0;
  const std::uint64_t each = view.topology().channels().size() * 4 + view.nodes() + counted * 4;
  const std::uint64_t sweeps = view.work() / 8 / each;
  worst_of_all(view, best);
  if (sweeps == 0) return best.found();
  sweep(view, sorted_by(view, [](NodeId v) { return v; }), best);
  const std::vector<double> vector = fiedler(view.topology(), 200);
  sweep(view, sorted_by(view, [&](NodeId v) { return vector[v]; }), best);
  const std::size_t probes = view.probes().size();
  const std::size_t balls = std::min<std::size_t>(probes, sweeps);
  for (std::size_t i = 0; i < balls; ++i) {
    const std::vector<Distance>& from = view.from(i * probes / balls);
    sweep(view, sorted_by(view, [&](NodeId v) { return from[v]; }), best);
  }
  return best.found();
}

}  // namespace romcast::bounds
