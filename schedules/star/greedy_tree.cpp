// SPDX-License-Identifier: Apache-2.0
#include "schedules/star/greedy_tree.hpp"

#include <algorithm>
#include <random>

namespace romcast::star {
namespace {

class Grower {
 public:
  Grower(const Neighbours& neighbours, std::uint32_t period)
      : neighbours_(neighbours),
        period_(period),
        growth_{.parent = std::vector<NodeId>(nodes(), kNone),
                .round = std::vector<std::uint32_t>(nodes(), kNone),
                .missing = nodes()},
        around_(nodes(), 0),
        sent_(nodes(), 0),
        told_(nodes(), kNone),
        teller_(nodes(), kNone),
        seen_from_(nodes(), kNone) {
    learn(0, kNone);
  }

  Growth grow(std::uint32_t most_rounds) {
    // A node's turn is the number of rounds since the node's reception, modulo `period`; the node
    // sends once per turn. Every node has every turn in `period` consecutive rounds. So if more
    // than `period` consecutive rounds reach no new node, later rounds will not either.
    for (std::uint32_t idle = 0; growth_.missing > 0 && growth_.rounds < most_rounds;) {
      ++growth_.rounds;
      idle = round() ? 0 : idle + 1;
      if (idle > period_) break;
    }
    return std::move(growth_);
  }

 private:
  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(neighbours_.nodes()); }
  [[nodiscard]] bool knows(NodeId v) const { return growth_.round[v] != kNone; }
  [[nodiscard]] std::uint32_t turn(NodeId v) const {
    return 1U << (growth_.rounds - growth_.round[v]) % period_;
  }
  [[nodiscard]] bool can_send(NodeId v) const {
    return knows(v) && (period_ == 0 || (sent_[v] & turn(v)) == 0);
  }

  void learn(NodeId v, NodeId from) {
    growth_.parent[v] = from;
    growth_.round[v] = growth_.rounds;
    --growth_.missing;
    for (const NodeId w : neighbours_.of(v)) ++around_[w];
  }

  // The nodes that lack the message and have a neighbour with it, ordered by the number of their
  // paths of two hops to nodes with the message, the fewest first.
  std::vector<NodeId> pupils() {
    struct Pupil {
      std::uint32_t known;
      std::uint64_t tie;
      NodeId node;
    };
    std::vector<Pupil> found;
    for (NodeId v = 0; v < nodes(); ++v) {
      if (knows(v) || around_[v] == 0) continue;
      std::uint32_t known = 0;
      for (const NodeId w : neighbours_.of(v)) known += around_[w];
      found.push_back({known, random_(), v});
    }
    std::ranges::sort(found, [](const Pupil& a, const Pupil& b) {
      return std::tie(a.known, a.tie) < std::tie(b.known, b.tie);
    });
    std::vector<NodeId> order;
    order.reserve(found.size());
    for (const Pupil& pupil : found) order.push_back(pupil.node);
    return order;
  }

  // Matches a pupil with a sender, by an alternating path from the pupil to a sender without a
  // pupil; false if no such path exists. The senders that a failed search has visited are not tried
  // again in this round.
  bool augment(NodeId pupil) {
    std::vector<NodeId> seen, queue{pupil};
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const NodeId v : neighbours_.of(queue[next])) {
        if (!can_send(v) || seen_from_[v] != kNone) continue;
        seen_from_[v] = queue[next];
        seen.push_back(v);
        if (told_[v] != kNone) {
          queue.push_back(told_[v]);
          continue;
        }
        turn_over(v);
        for (const NodeId s : seen) seen_from_[s] = kNone;
        return true;
      }
    }
    dead_.insert(dead_.end(), seen.begin(), seen.end());
    return false;
  }
  void turn_over(NodeId end) {
    for (NodeId v = end; v != kNone;) {
      const NodeId u = seen_from_[v], before = teller_[u];
      told_[v] = u;
      teller_[u] = v;
      v = before;
    }
  }

  // Makes one round; false if no node learned the message.
  bool round() {
    std::vector<NodeId> order = pupils();
    std::erase_if(order, [this](NodeId u) { return !augment(u); });
    for (const NodeId u : order) {
      const NodeId v = teller_[u];
      if (period_ > 0) sent_[v] |= turn(v);
      told_[v] = kNone;
      learn(u, v);
    }
    for (const NodeId v : dead_) seen_from_[v] = kNone;
    dead_.clear();
    return !order.empty();
  }

  const Neighbours& neighbours_;
  std::uint32_t period_;
  Growth growth_;
  std::vector<std::uint8_t> around_;      // how many neighbours have the message
  std::vector<std::uint32_t> sent_;       // turns used, a bit each
  std::vector<NodeId> told_, teller_;     // receiver of a sender, sender of a receiver
  std::vector<NodeId> seen_from_, dead_;  // search: receiver before a sender; failed senders
  std::mt19937_64 random_{1};             // fixed seed, so that a problem has one plan
};

}  // namespace

Growth grow_greedily(const Neighbours& neighbours, std::uint32_t most_rounds,
                     std::uint32_t period) {
  return Grower(neighbours, period).grow(most_rounds);
}

}  // namespace romcast::star
