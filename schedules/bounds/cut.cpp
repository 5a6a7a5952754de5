// SPDX-License-Identifier: Apache-2.0
// Messages that must get from a set S of nodes to the others, over the links that cross (with
// ports: at most the ports at either side): T >= M |S| |S'| / links for alltoall, M |S| / links for
// allgather. All sets of up to 13 nodes; beyond, prefixes of the nodes in the order of their
// numbers, of distance from a node (balls), and of the Fiedler vector (Fiedler 1973).
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "schedules/bounds/view.hpp"

namespace romcast::bounds {
namespace {

constexpr std::size_t kMostForAll = 13;

// The most messages that cross in a cycle, with the ports at both sides.
class Crossing {
 public:
  Crossing(std::size_t nodes, PortLimit limit)
      : limit_(limit), leaving_(nodes, 0), entering_(nodes, 0) {}
  // A channel crosses from now on, or no longer does.
  void change(const Channel& c, bool crosses) {
    count(c, -1);
    const std::int64_t by = crosses ? std::int64_t{c.capacity} : -std::int64_t{c.capacity};
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
  PortLimit limit_;  // kNone is more than any node has
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
        inside_of_(view.exchange() ? view.messages() : 0, 0) {}

  void toggle(NodeId v) {
    const Topology& topology = view_.topology();
    const bool enters = !inside_[v];
    if (view_.exchange()) count_exchanged(v, enters);
    for (const ChannelId c : topology.outputs(v)) {
      const Channel& channel = topology.channels()[c];
      if (channel.to == v) continue;
      inside_[channel.to] ? in_.change(channel, !enters) : out_.change(channel, enters);
    }
    for (const ChannelId c : topology.inputs(v)) {
      const Channel& channel = topology.channels()[c];
      if (channel.from == v) continue;
      inside_[channel.from] ? out_.change(channel, !enters) : in_.change(channel, enters);
    }
    inside_[v] = enters;
    if (topology.is_processor(v)) enters ? ++processors_ : --processors_;
  }

  // The cycles that the messages out of the set need, or the messages into the set.
  [[nodiscard]] std::uint64_t cycles(bool out) const {
    const std::uint64_t crossing = demand(out), rate = (out ? out_ : in_).rate();
    return crossing == 0 || rate == 0 ? 0 : divided_up(crossing, rate);
  }
  [[nodiscard]] std::string text(bool out) const {
    return fmt::format("{} messages must {} a set of {}, {} a cycle", demand(out),
                       out ? "leave" : "enter", counted(), (out ? out_ : in_).rate());
  }

 private:
  [[nodiscard]] std::string counted() const {
    const auto nodes = static_cast<std::size_t>(std::ranges::count(inside_, true));
    return fmt::format("{} node{}", nodes, nodes == 1 ? "" : "s");
  }
  [[nodiscard]] std::uint64_t demand(bool out) const {
    const std::uint64_t others = view_.processors() - processors_;
    const std::uint64_t from = out ? processors_ : others, to = out ? others : processors_;
    const std::uint64_t each = view_.messages();
    const bool rooted = inside_[view_.collective().source()] == out;
    switch (view_.collective().kind()) {
      case CollectiveKind::broadcast:
        return rooted && to > 0 ? each : 0;
      case CollectiveKind::scatter:
        return rooted ? each * to : 0;
      case CollectiveKind::gather:
        return rooted ? 0 : each * from;
      case CollectiveKind::allgather:
        return to > 0 ? each * from : 0;
      case CollectiveKind::exchange:
        return static_cast<std::uint64_t>(out ? leaving_ : entering_);
      default:
        return each * from * to;
    }
  }
  // A message leaves the set if it starts inside and a processor outside wants it.
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
  Crossing out_, in_;
  std::uint64_t processors_ = 0;
  // Exchange: by message, how many of its destinations are inside; messages that must cross.
  std::vector<std::uint32_t> inside_of_;
  std::int64_t leaving_ = 0, entering_ = 0;
};

class BestCut {
 public:
  void consider(const Cut& cut) {
    for (const bool out : {true, false}) {
      const std::uint64_t cycles = cut.cycles(out);
      if (cycles <= cycles_) continue;
      cycles_ = cycles;
      why_ = cut.text(out);
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

// The eigenvector of the second smallest eigenvalue of the Laplacian, roughly: power iteration of a
// shifted Laplacian, orthogonal to the constant vector.
std::vector<double> fiedler(const View& view, unsigned rounds) {
  const std::size_t n = view.nodes();
  std::vector<double> degree(n, 0), x(n), next(n);
  for (const Channel& c : view.topology().channels()) {
    degree[c.from] += c.capacity;
    degree[c.to] += c.capacity;
  }
  const double shift = 2 * *std::ranges::max_element(degree);
  for (std::size_t v = 0; v < n; ++v) x[v] = static_cast<double>(v * 7919 % n);
  for (unsigned round = 0; round < rounds; ++round) {
    const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(n);
    double most = 0;
    for (double& value : x) {
      value -= mean;
      most = std::max(most, value < 0 ? -value : value);
    }
    if (most == 0) break;
    for (std::size_t v = 0; v < n; ++v) {
      x[v] /= most;
      next[v] = (shift - degree[v]) * x[v];
    }
    for (const Channel& c : view.topology().channels()) {
      next[c.from] += c.capacity * x[c.to];
      next[c.to] += c.capacity * x[c.from];
    }
    x.swap(next);
  }
  return x;
}

}  // namespace

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
  if (sweeps == 0) return std::nullopt;
  sweep(view, sorted_by(view, [](NodeId v) { return v; }), best);
  const std::vector<double> vector = fiedler(view, 200);
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
