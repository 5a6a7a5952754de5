// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/spread.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "schedules/any/pairing.hpp"
#include "schedules/bounds/view.hpp"

namespace romcast::any {
namespace {

using Bits = std::uint64_t;

// The number of 64-bit words that hold a set of messages.
std::size_t words_for(std::size_t messages) { return (messages + 63) / 64; }

class Spread {
 public:
  Spread(const Task& task, unsigned seed)
      : task_(task),
        topology_(task.topology),
        nodes_(topology_.nodes()),
        messages_(task.collective.message_numbers()),
        words_(words_for(messages_)),
        limit_(topology_.port_limit(task.ports)),
        random_(seed),
        by_senders_(seed % 2 == 0),
        have_(nodes_ * words_, 0),
        fresh_(nodes_ * words_, 0),
        lacks_(nodes_, messages_),
        holders_(messages_, 1),
        taken_(words_, 0),
        pairing_(nodes_) {
    for (MessageId m = 0; m < messages_; ++m) {
      const NodeId origin = task.collective.origin(m);
      have_[origin * words_ + m / 64] |= Bits{1} << m % 64;
      --lacks_[origin];
    }
    open_ = static_cast<std::size_t>(
        std::count_if(lacks_.begin(), lacks_.begin() + static_cast<long>(topology_.processors()),
                      [](std::uint64_t lacks) { return lacks > 0; }));
    own_.assign(nodes_, {});
    for (NodeId v = 0; v < nodes_; ++v) {
      if (topology_.forwards(v)) continue;
      own_[v].assign(have_.begin() + static_cast<long>(v * words_),
                     have_.begin() + static_cast<long>((v + 1) * words_));
    }
  }

  Hops run(Cycle most) {
    for (Cycle cycle = 1; open_ > 0; ++cycle) {
      if (cycle > most) return {};
      cycle_ = cycle;
      begin_ = hops_.size();
      if (limit_.sends == kNone && limit_.receives == kNone) {
        for (NodeId v = 0; v < nodes_; ++v) receive(v);
      } else {
        pair_up();
      }
      learn();
    }
    return std::move(hops_);
  }

 private:
  // A lane into a node and the set of messages that it can bring.
  struct Lane {
    ChannelId channel = 0;
    std::uint32_t place = 0;  // index among the links of its channel
    std::size_t set = 0;      // index in sets_
    std::uint64_t count = 0;
    MessageId takes = kNone;
  };

  [[nodiscard]] Bits offer(NodeId from, NodeId to, std::size_t word) const {
    const Bits held = own_[from].empty() ? have_[from * words_ + word] : own_[from][word];
    return held & ~have_[to * words_ + word];
  }
  [[nodiscard]] bool offers(const Channel& c) const {
    for (std::size_t w = 0; w < words_; ++w) {
      if (offer(c.from, c.to, w) != 0) return true;
    }
    return false;
  }

  // The message that the fewest nodes have, among the messages in `set` that no lane has taken;
  // kNone if lanes have taken all. The salt breaks ties.
  [[nodiscard]] MessageId rarest(const Bits* set) const {
    MessageId best = kNone;
    std::uint64_t best_key = ~std::uint64_t{0};
    for (std::size_t w = 0; w < words_; ++w) {
      for (Bits rest = set[w] & ~taken_[w]; rest != 0; rest &= rest - 1) {
        const auto m =
            static_cast<MessageId>(w * 64 + static_cast<unsigned>(std::countr_zero(rest)));
        const std::uint64_t key = std::uint64_t{holders_[m]} << 32 | ((m ^ salt_) * 2654435769U);
        if (key >= best_key) continue;
        best_key = key;
        best = m;
      }
    }
    return best;
  }
  void mark(MessageId m, bool taken) {
    const Bits bit = Bits{1} << m % 64;
    taken ? taken_[m / 64] |= bit : taken_[m / 64] &= ~bit;
  }
  void take(Lane& lane, MessageId m) {
    if (lane.takes != kNone) --holders_[lane.takes];
    lane.takes = m;
    if (m == kNone) return;
    ++holders_[m];
    mark(m, true);
  }
  [[nodiscard]] const Bits* set_of(const Lane& lane) const { return &sets_[lane.set * words_]; }

  // Fills lanes_ with the lanes that can bring messages to a node, sets_ with these messages.
  void list_lanes(NodeId v) {
    lanes_.clear();
    sets_.clear();
    for (const ChannelId c : topology_.inputs(v)) {
      const Channel& channel = topology_.channels()[c];
      const std::size_t set = sets_.size() / words_;
      std::uint64_t count = 0;
      for (std::size_t w = 0; w < words_; ++w) {
        sets_.push_back(offer(channel.from, v, w));
        count += static_cast<unsigned>(std::popcount(sets_.back()));
      }
      if (count == 0) {
        sets_.resize(set * words_);
        continue;
      }
      for (std::uint32_t place = 0; place < channel.capacity; ++place) {
        lanes_.push_back({.channel = c, .place = place, .set = set, .count = count});
      }
    }
  }

  // Multi-port: the lanes with the fewest messages to offer choose first; a lane that is left
  // without a message takes over the message of a lane that has another choice.
  void receive(NodeId v) {
    if (lacks_[v] == 0) return;
    list_lanes(v);
    if (lanes_.empty()) return;
    salt_ = random_();
    std::ranges::shuffle(lanes_, random_);
    std::ranges::stable_sort(lanes_, {}, &Lane::count);
    for (Lane& lane : lanes_) {
      const MessageId m = rarest(set_of(lane));
      if (m != kNone) {
        take(lane, m);
      } else {
        take_over(lane);
      }
    }
    for (const Lane& lane : lanes_) {
      if (lane.takes != kNone) hop(lane.channel, lane.place, lane.takes);
    }
    std::ranges::fill(taken_, 0);
  }
  void take_over(Lane& lane) {
    for (Lane& other : lanes_) {
      const MessageId m = other.takes;
      if (m == kNone || (set_of(lane)[m / 64] >> m % 64 & 1) == 0) continue;
      const MessageId instead = rarest(set_of(other));
      if (instead == kNone) continue;
      take(other, instead);
      take(lane, m);
      return;
    }
  }

  // Counted ports: a cycle has up to min(sends, receives) matchings of senders with receivers.
  void pair_up() {
    const std::uint32_t rounds = std::min(limit_.sends, limit_.receives);
    used_.assign(topology_.channels().size(), 0);
    for (std::uint32_t round = 0; round < rounds; ++round) {
      if (!match()) return;
    }
  }
  // Moves messages along one matching; returns false if no message moves. If by_senders_ is true,
  // senders choose their receivers; otherwise receivers choose their senders.
  bool match() {
    choices_.assign(nodes_, {});
    for (ChannelId c = 0; c < topology_.channels().size(); ++c) {
      const Channel& channel = topology_.channels()[c];
      if (used_[c] < channel.capacity && lacks_[channel.to] > 0 && offers(channel)) {
        choices_[by_senders_ ? channel.from : channel.to].push_back(c);
      }
    }
    const std::vector<NodeId> order = by_senders_ ? senders() : receivers();
    pairing_.clear();
    const auto choices = [&](NodeId v) -> std::span<const ChannelId> { return choices_[v]; };
    const auto other = [&](ChannelId c) {
      return by_senders_ ? topology_.channels()[c].to : topology_.channels()[c].from;
    };
    for (const NodeId v : order) pairing_.add(v, choices, other);
    bool any = false;
    for (const NodeId v : order) {
      const ChannelId c = pairing_.channel_of(v);
      if (c == kNone) continue;
      any = take_by(c, topology_.channels()[c].to) || any;
    }
    return any;
  }
  // Lists the nodes with choices_, the largest asked[node] first: the sum, over the node's outputs,
  // of (messages that the neighbour lacks) / (inputs of the neighbour). Sorts the choices_ of each
  // node by asked[receiver], then by the messages that the receiver lacks, the largest first.
  [[nodiscard]] std::vector<NodeId> senders() {
    std::vector<NodeId> order;
    std::vector<double> asked(nodes_, 0);
    for (const Channel& c : topology_.channels()) {
      asked[c.from] +=
          static_cast<double>(lacks_[c.to]) / static_cast<double>(topology_.inputs(c.to).size());
    }
    for (NodeId v = 0; v < nodes_; ++v) {
      if (!choices_[v].empty()) order.push_back(v);
    }
    std::ranges::shuffle(order, random_);
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](NodeId v) { return asked[v]; });
    for (const NodeId v : order) {
      std::ranges::shuffle(choices_[v], random_);
      std::ranges::stable_sort(choices_[v], std::ranges::greater{}, [&](ChannelId c) {
        const NodeId to = topology_.channels()[c].to;
        return std::pair(asked[to], lacks_[to]);
      });
    }
    return order;
  }
  bool take_by(ChannelId c, NodeId v) {
    const Channel& channel = topology_.channels()[c];
    sets_.clear();
    for (std::size_t w = 0; w < words_; ++w) {
      sets_.push_back(offer(channel.from, v, w) & ~fresh_[v * words_ + w]);
    }
    salt_ = random_();
    const MessageId m = rarest(sets_.data());
    if (m == kNone) return false;
    ++holders_[m];
    hop(c, used_[c]++, m);
    return true;
  }
  // Lists the receivers that have choices_. In a broadcast those with the largest need_ come first
  // (rank_by_need()); among equal receivers, and in an allgather, those that lack most messages.
  [[nodiscard]] std::vector<NodeId> receivers() {
    std::vector<NodeId> order;
    for (NodeId v = 0; v < nodes_; ++v) {
      if (!choices_[v].empty()) order.push_back(v);
    }
    std::ranges::shuffle(order, random_);
    if (task_.collective.kind() == CollectiveKind::broadcast) rank_by_need();
    need_.resize(nodes_, 0);
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](NodeId v) { return std::pair(need_[v], lacks_[v]); });
    for (const NodeId v : order) std::ranges::shuffle(choices_[v], random_);
    return order;
  }

  // Computes need_ in a forest of shortest paths from the nodes that have some message: 1 plus the
  // cycles that a message takes from a node to all processors below it, or 0 if neither the node
  // nor a node below it is a processor (Slater, Cockayne & Hedetniemi 1981).
  void rank_by_need() {
    const std::vector<NodeId> order = forest();
    need_.assign(nodes_, 0);
    std::vector<std::vector<std::uint64_t>> below(nodes_);
    for (std::size_t i = order.size(); i-- > 0;) {
      const NodeId v = order[i];
      std::ranges::sort(below[v], std::ranges::greater{});
      std::uint64_t need = topology_.is_processor(v) ? 1 : 0;
      for (std::size_t k = 0; k < below[v].size(); ++k) need = std::max(need, below[v][k] + k + 2);
      need_[v] = need;
      if (parent_[v] != kNone && need > 0) below[parent_[v]].push_back(need - 1);
    }
  }
  // Lists the nodes in order of their distance from the nodes that have a message. Sets the parent_
  // of each node at a distance d > 0 to a neighbour at distance d - 1; prefers neighbours with few
  // children.
  std::vector<NodeId> forest() {
    std::vector<NodeId> order;
    std::vector<std::uint32_t> depth(nodes_, kNone), children(nodes_, 0);
    parent_.assign(nodes_, kNone);
    for (NodeId v = 0; v < nodes_; ++v) {
      if (lacks_[v] == messages_) continue;
      depth[v] = 0;
      order.push_back(v);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      const NodeId v = order[i];
      if (!topology_.forwards(v) && task_.collective.source() != v) continue;
      for (const ChannelId c : topology_.outputs(v)) {
        const NodeId to = topology_.channels()[c].to;
        if (depth[to] == kNone) {
          depth[to] = depth[v] + 1;
          order.push_back(to);
        } else if (depth[to] != depth[v] + 1 || children[v] + 1 >= children[parent_[to]]) {
          continue;
        } else {
          --children[parent_[to]];
        }
        parent_[to] = v;
        ++children[v];
      }
    }
    return order;
  }

  void hop(ChannelId c, std::uint32_t place, MessageId m) {
    const Channel& channel = topology_.channels()[c];
    hops_.push_back({.cycle = cycle_, .link = channel.first_link + place, .message = m});
    fresh_[channel.to * words_ + m / 64] |= Bits{1} << m % 64;
  }
  // Adds the messages of this cycle to the sets of their receivers.
  void learn() {
    for (std::size_t i = begin_; i < hops_.size(); ++i) {
      const NodeId to = topology_.channel_at(hops_[i].link).to;
      const MessageId m = hops_[i].message;
      const Bits bit = Bits{1} << m % 64;
      have_[to * words_ + m / 64] |= bit;
      fresh_[to * words_ + m / 64] &= ~bit;
      if (--lacks_[to] == 0 && topology_.is_processor(to)) --open_;
    }
  }

  const Task task_;
  const Topology& topology_;
  std::size_t nodes_;
  std::uint64_t messages_;
  std::size_t words_;
  PortLimit limit_;
  std::minstd_rand random_;
  bool by_senders_;                     // counted ports: senders choose
  std::vector<Bits> have_, fresh_;      // by node: messages before the cycle; arrivals in it
  std::vector<std::vector<Bits>> own_;  // by node: own messages if it does not forward, else empty
  std::vector<std::uint64_t> lacks_;
  std::vector<std::uint32_t> holders_;
  std::size_t open_ = 0;  // processors that lack something
  std::vector<Bits> taken_, sets_;
  std::vector<Lane> lanes_;
  std::vector<std::vector<ChannelId>> choices_;
  std::vector<std::uint32_t> used_;  // by channel: links in use in this cycle
  std::vector<std::uint64_t> need_;
  std::vector<NodeId> parent_;
  Pairing pairing_;
  Hops hops_;
  std::size_t begin_ = 0;  // index of this cycle's first hop
  Cycle cycle_ = 0;
  std::uint32_t salt_ = 0;
};

}  // namespace

Hops spread(const Task& task, unsigned seed, Cycle most) {
  return Spread(task, seed + 1).run(most);
}

}  // namespace romcast::any
