// SPDX-License-Identifier: Apache-2.0
// Broadcasts any number m of messages from one of n processors, with k ports each, to the
// N = n-1 <= k others in ceil(m/k) + 1 rounds, if the ports suffice.
//
// The broadcaster sends k new messages, a group, in every round: q = floor(k/N) to each processor
// and one more to each of the first r = k mod N processors, the "heavy" ones; the others are
// "light". In the next round every processor relays its new messages to the N-1 others. A heavy
// processor has (N-1)(q+1) relays, x = N-1-q-r too many for its ports: light processors send these
// x relays a round later, through ports that their own q messages leave free. In the last round the
// broadcaster, which has no new messages then, relays, too, so that no relay of the last group is
// late.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "schedules/bounds/max_flow.hpp"
#include "schedules/complete/bounds.hpp"
#include "schedules/complete/complete.hpp"

namespace romcast {
namespace {

using namespace complete;

// Limit of the deliveries of a group, k (n-1); n = k = 256 gives 65,280.
constexpr std::uint64_t kMostRelays = 70'000;

// A send of message `slot` of its group.
struct Relay {
  NodeId from, to;
  std::uint32_t slot;
};

// A wish is a message that a processor is to get from one of several holders. A maximum flow
// chooses a sender for each wish, so that no processor exceeds its free ports.
class PortFlow {
 public:
  explicit PortFlow(std::uint32_t n) : flow_(2), receivers_(n), senders_(n) {
    for (std::size_t& vertex : receivers_) vertex = flow_.add_vertex();
    for (std::size_t& vertex : senders_) vertex = flow_.add_vertex();
  }
  void free(NodeId processor, std::int64_t sends, std::int64_t receptions) {
    flow_.connect(kSource, receivers_[processor], receptions);
    flow_.connect(senders_[processor], kSink, sends);
  }
  // `to` is to get `message` from one of `holders`.
  void wish(NodeId to, std::uint64_t message, const std::vector<NodeId>& holders) {
    const std::size_t vertex = flow_.add_vertex();
    flow_.connect(receivers_[to], vertex, 1);
    for (const NodeId from : holders) {
      edges_.push_back({flow_.connect(vertex, senders_[from], 1), {from, to, message}});
    }
    ++wishes_;
  }
  struct Send {
    NodeId from, to;
    std::uint64_t message;
  };
  // Every wish with its sender; nothing if the ports do not suffice.
  std::optional<std::vector<Send>> granted() {
    if (flow_.solve(kSource, kSink) != wishes_) return std::nullopt;
    std::vector<Send> sends;
    for (const auto& [edge, send] : edges_) {
      if (flow_.along(edge) > 0) sends.push_back(send);
    }
    return sends;
  }

 private:
  static constexpr std::size_t kSource = 0, kSink = 1;
  struct Edge {
    std::size_t edge;
    Send send;
  };
  bounds::MaxFlow flow_;
  std::vector<std::size_t> receivers_, senders_;
  std::vector<Edge> edges_{};
  std::int64_t wishes_ = 0;
};

// All sends: those that recur in every round, further ones in the last round but one, and those of
// the last round.
class Scheme {
 public:
  // nullptr if the ports do not suffice.
  static std::shared_ptr<const Scheme> of(const Size& size) {
    auto scheme = std::make_shared<Scheme>(size);
    return scheme->choose_late() && scheme->serve_late() && scheme->finish() ? scheme : nullptr;
  }
  explicit Scheme(const Size& size)
      : size_(size), others_(size.n - 1), each_(size.k / others_), heavy_(size.k % others_) {
    const std::uint32_t taken = each_ + heavy_ + 1;
    excess_ = heavy_ > 0 && others_ > taken ? others_ - taken : 0;
  }

  void add(std::uint64_t round, Sends& sends) const {
    const std::uint64_t groups = size_.groups();
    if (round == groups) {
      for (const PortFlow::Send& send : last_) sends.add(send.from, send.to, send.message);
      return;
    }
    for (std::uint32_t slot = 0; slot < size_.k; ++slot) {
      if (exists(round, slot)) sends.add(0, holder(slot), message(round, slot));
    }
    if (round + 1 == groups) {
      for (const Relay& relay : spare_) sends.add(0, relay.to, message(round, relay.slot));
    }
    if (round >= 1) add(round - 1, prompt_, sends);
    if (round >= 2) add(round - 2, late_, sends);
  }

 private:
  [[nodiscard]] NodeId holder(std::uint32_t slot) const { return 1 + slot % others_; }
  [[nodiscard]] std::uint64_t message(std::uint64_t group, std::uint32_t slot) const {
    return group * size_.k + slot;
  }
  [[nodiscard]] bool exists(std::uint64_t group, std::uint32_t slot) const {
    return message(group, slot) < size_.m;
  }
  // How many messages this processor gets from the broadcaster in a group of `of` messages.
  [[nodiscard]] std::uint32_t new_messages(NodeId v, std::uint32_t of) const {
    return of / others_ + (v <= of % others_ ? 1 : 0);
  }
  void add(std::uint64_t group, const std::vector<Relay>& relays, Sends& sends) const {
    for (const Relay& relay : relays) {
      if (exists(group, relay.slot)) sends.add(relay.from, relay.to, message(group, relay.slot));
    }
  }

  // Chooses which relays of the heavy processors are late; false if no choice fits. In the last
  // round a processor receives the late messages of the last group but one and the relayed messages
  // of the last group; both together must be at most k messages.
  bool choose_late() {
    is_late_.assign(std::size_t{size_.k} * size_.n, false);
    bounds::MaxFlow flow(1 + size_.n);  // source, sink, receivers 1..N
    const std::uint32_t last = size_.last_group();
    for (NodeId v = 1; v < size_.n; ++v) {
      flow.connect(1 + v, 1, size_.k - last + new_messages(v, last));
    }
    struct Choice {
      std::size_t edge;
      NodeId heavy, to;
    };
    std::vector<Choice> choices;
    for (NodeId a = 1; a <= heavy_; ++a) {
      const std::size_t supply = flow.add_vertex();
      flow.connect(0, supply, excess_);
      for (NodeId v = 1; v < size_.n; ++v) {
        // The order of the receivers is rotated by `a`, so that the late relays of different
        // processors go to different receivers.
        const NodeId to = 1 + (a + v) % others_;
        if (to != a) choices.push_back({flow.connect(supply, 1 + to, each_ + 1), a, to});
      }
    }
    if (flow.solve(0, 1) != std::int64_t{heavy_} * excess_) return false;
    // The late relays of a heavy processor are spread evenly over its messages, so that some light
    // processors get each message in time and can relay it.
    std::vector<std::uint32_t> turn(heavy_ + 1, 0);
    for (const Choice& choice : choices) {
      for (std::int64_t i = 0; i < flow.along(choice.edge); ++i) {
        const std::uint32_t row = each_ - turn[choice.heavy]++ % (each_ + 1);
        late(row * others_ + choice.heavy - 1, choice.to) = true;
      }
    }
    for (std::uint32_t slot = 0; slot < size_.k; ++slot) {
      for (NodeId to = 1; to < size_.n; ++to) {
        if (to != holder(slot) && !late(slot, to)) prompt_.push_back({holder(slot), to, slot});
      }
    }
    return true;
  }

  // Plans the late relays: a message that is late for a processor comes from a light processor that
  // has the message in time. Returns false if the ports do not suffice.
  bool serve_late() {
    PortFlow ports(size_.n);
    for (NodeId v = 1; v < size_.n; ++v) {
      ports.free(v, v > heavy_ ? size_.k - (others_ - 1) * each_ : 0, size_.k);
    }
    for (std::uint32_t slot = 0; slot < size_.k; ++slot) {
      std::vector<NodeId> in_time;
      for (NodeId v = heavy_ + 1; v < size_.n; ++v) {
        if (!late(slot, v)) in_time.push_back(v);
      }
      for (NodeId to = 1; to < size_.n; ++to) {
        if (late(slot, to)) ports.wish(to, slot, in_time);
      }
    }
    const auto sends = ports.granted();
    if (!sends) return false;
    for (const PortFlow::Send& send : *sends) {
      late_.push_back({send.from, send.to, static_cast<std::uint32_t>(send.message)});
    }
    return true;
  }

  // Plans the last round, in which the broadcaster has no new messages, and the use of the
  // broadcaster's free ports in the last round but one. Returns false if the ports do not suffice.
  bool finish() {
    const std::uint64_t group = size_.groups() - 1;
    const std::uint32_t last = size_.last_group(), common = each_ * others_;
    // If the last group has fewer than k messages, the broadcaster, in the round in which it sends
    // this group, also sends further copies of the group's messages beyond the first N*q through
    // its free ports, so that the last round needs fewer relays.
    std::vector<std::vector<bool>> has(size_.k, std::vector<bool>(size_.n));
    for (std::uint32_t slot = 0; slot < last; ++slot) has[slot][holder(slot)] = true;
    for (std::uint32_t gap = last; gap < size_.k && last > common; ++gap) {
      const std::uint32_t slot = common + (gap - last) % (last - common);
      if (has[slot][holder(gap)]) continue;
      has[slot][holder(gap)] = true;
      spare_.push_back({0, holder(gap), slot});
    }
    PortFlow ports(size_.n);
    for (NodeId v = 0; v < size_.n; ++v) ports.free(v, size_.k, v == 0 ? 0 : size_.k);
    for (std::uint32_t slot = 0; slot < last; ++slot) {
      std::vector<NodeId> holders{0};
      for (NodeId v = 1; v < size_.n; ++v) {
        if (has[slot][v]) holders.push_back(v);
      }
      for (NodeId to = 1; to < size_.n; ++to) {
        if (!has[slot][to]) ports.wish(to, message(group, slot), holders);
      }
    }
    for (std::uint32_t slot = 0; slot < size_.k && group > 0; ++slot) {
      std::vector<NodeId> holders{0};
      for (NodeId v = 1; v < size_.n; ++v) {
        if (!late(slot, v)) holders.push_back(v);
      }
      for (NodeId to = 1; to < size_.n; ++to) {
        if (late(slot, to)) ports.wish(to, message(group - 1, slot), holders);
      }
    }
    auto sends = ports.granted();
    if (sends) last_ = std::move(*sends);
    return sends.has_value();
  }

  [[nodiscard]] std::vector<bool>::reference late(std::uint32_t slot, NodeId to) {
    return is_late_[std::size_t{slot} * size_.n + to];
  }

  const Size size_;
  const std::uint32_t others_, each_, heavy_;  // N, q, r
  std::uint32_t excess_ = 0;                   // x
  std::vector<bool> is_late_{};                // by slot and processor
  std::vector<Relay> prompt_{}, late_{};       // one and two rounds after the broadcaster's send
  std::vector<Relay> spare_{};                 // further copies that the broadcaster sends
  std::vector<PortFlow::Send> last_{};
};

class LateRelay final : public Rounds {
 public:
  explicit LateRelay(std::shared_ptr<const Scheme> scheme) : scheme_(std::move(scheme)) {}
  void next(std::uint64_t round, Sends& sends) override { scheme_->add(round, sends); }

 private:
  std::shared_ptr<const Scheme> scheme_;
};

std::uint64_t late_relay_rounds(const Size& size) { return size.groups() + 1; }

std::string late_relay_refusal(const Problem& problem) {
  const Size size = size_of(problem);
  if (size.n < 3 || size.n - 1 > size.k) return "it is made for 2 to K other processors";
  if (std::uint64_t{size.k} * (size.n - 1) > kMostRelays) {
    return fmt::format("{} relays in a round are too many to be planned, at most {}",
                       std::uint64_t{size.k} * (size.n - 1), kMostRelays);
  }
  if (Scheme::of(size)) return "";
  return fmt::format("{} rounds do not suffice for it; use rarest-first", late_relay_rounds(size));
}

}  // namespace

Algorithm late_relay_broadcast() {
  Algorithm algorithm = broadcast_algorithm("late-relay", {Ports::Kind::several});
  algorithm.summary = "all processors relay at once, what exceeds their ports a round late";
  algorithm.source = "romcast, to Theorem 10 of Bar-Noy & Ho 1999 where n <= k+1";
  algorithm.refusal = late_relay_refusal;
  algorithm.build = [](const Problem& problem) {
    const Size size = size_of(problem);
    return plan_of(problem, late_relay_rounds(size),
                   [scheme = Scheme::of(size)] { return std::make_unique<LateRelay>(scheme); });
  };
  algorithm.predict = [](const Problem& problem) {
    Theory theory{.formula_cycles = late_relay_rounds(size_of(problem)),
                  .formula_source = "ceil(m/k) + 1"};
    add_lower_bound(problem, theory);
    return theory;
  };
  return algorithm;
}

}  // namespace romcast
