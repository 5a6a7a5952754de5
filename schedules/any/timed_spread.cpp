// SPDX-License-Identifier: Apache-2.0
// Broadcast and allgather on links with times: a free link takes a message that its receiver lacks,
// preferably one that no node of the receiver's region (nodes joined by faster links) has or will
// get; among equals the link takes the message that the fewest nodes have or will get.
#include <algorithm>
#include <bit>
#include <numeric>

#include "schedules/any/timed_links.hpp"
#include "schedules/any/timed_searches.hpp"

namespace romcast::any {
namespace {

using MessageBits = std::uint64_t;

// A partition of the nodes into the smallest regions such that both nodes of a link are in one
// region if its delay is below a limit, another link leads back, and at least one of the nodes
// forwards.
class Regions {
 public:
  // `delay`: the limit.
  Regions(const Topology& topology, std::uint32_t delay) : of_(topology.nodes()) {
    std::iota(of_.begin(), of_.end(), NodeId{0});
    for (const Channel& c : topology.channels()) {
      if (c.time.delay() >= delay || topology.find_channel(c.to, c.from) == kNone) continue;
      if (!topology.forwards(c.from) && !topology.forwards(c.to)) continue;
      of_[root(c.from)] = root(c.to);
    }
    for (NodeId v = 0; v < of_.size(); ++v) of_[v] = root(v);
  }
  [[nodiscard]] NodeId of(NodeId node) const { return of_[node]; }

 private:
  NodeId root(NodeId v) {
    while (of_[v] != v) v = of_[v] = of_[of_[v]];
    return v;
  }
  std::vector<NodeId> of_;
};

class TimedSpread {
 public:
  TimedSpread(const Task& task, unsigned seed)
      : task_(task),
        topology_(task.topology),
        links_(task),
        random_(seed),
        strict_(seed % 3 == 1),
        regional_(seed % 3 != 2),
        words_((task.collective.message_numbers() + 63) / 64),
        have_(topology_.nodes() * words_, 0),
        coming_(have_),
        holders_(task.collective.message_numbers(), 1) {
    const auto messages = static_cast<MessageId>(task.collective.message_numbers());
    for (MessageId m = 0; m < messages; ++m) {
      const NodeId origin = task.collective.origin(m);
      set(have_, origin, m);
      set(coming_, origin, m);
    }
    missing_ = task.collective.expected_deliveries();
    find_regions();
    for (MessageId m = 0; m < messages; ++m) promise(task.collective.origin(m), m);
  }

  Hops run(Cycle most) {
    links_.wake_all();
    while (missing_ > 0 && !links_.over()) {
      auto [cycle, event] = links_.next();
      if (cycle > most) return {};
      for (const TimedLinks::Arrival& arrival : event.arrivals) {
        set(have_, arrival.node, arrival.message);
        const auto outputs = topology_.outputs(arrival.node);
        event.channels.insert(event.channels.end(), outputs.begin(), outputs.end());
      }
      if (!send(cycle, distinct(std::move(event.channels)), most)) return {};
    }
    return missing_ > 0 ? Hops{} : of_use(links_.take());
  }

 private:
  // Drops the hops to switches that do not send the message on.
  [[nodiscard]] Hops of_use(Hops hops) const {
    std::vector<MessageBits> used(have_.size(), 0);
    Hops kept;
    for (; !hops.empty(); hops.pop_back()) {
      const Hop& hop = hops.back();
      const Channel& c = topology_.channel_at(hop.link);
      if (!topology_.is_processor(c.to) && !test(used, c.to, hop.message)) continue;
      set(used, c.from, hop.message);
      kept.push_back(hop);
    }
    std::ranges::reverse(kept);
    return kept;
  }
  void set(std::vector<MessageBits>& sets, NodeId node, MessageId m) const {
    sets[node * words_ + m / 64] |= MessageBits{1} << m % 64;
  }
  [[nodiscard]] bool test(const std::vector<MessageBits>& sets, NodeId node, MessageId m) const {
    return (sets[node * words_ + m / 64] >> m % 64 & 1) != 0;
  }

  void find_regions() {
    std::vector<std::uint32_t> delays;
    for (const Channel& c : topology_.channels()) delays.push_back(c.time.delay());
    std::ranges::sort(delays);
    delays.erase(std::unique(delays.begin(), delays.end()), delays.end());
    constexpr std::size_t most = 4;
    if (!regional_ || delays.size() < 2) return;
    if (delays.size() > most) delays = {delays.front(), delays.back()};
    for (std::size_t i = 1; i < delays.size(); ++i) {
      delays_.push_back(delays[i]);
      regions_.emplace_back(topology_, delays[i]);
      promised_.emplace_back(topology_.nodes() * words_, 0);
    }
  }
  // Records, for each limit in delays_, that the region of `node` has or will get the message.
  void promise(NodeId node, MessageId m) {
    for (std::size_t i = 0; i < regions_.size(); ++i) set(promised_[i], regions_[i].of(node), m);
  }
  // The messages that the region of c.to has or will get. The regions are those of the largest
  // limit in delays_ that is at most the delay of `c`; nullptr if there is no such limit, or if
  // c.from and c.to are in one region.
  [[nodiscard]] const MessageBits* promised(const Channel& c) const {
    for (std::size_t i = delays_.size(); i-- > 0;) {
      if (c.time.delay() < delays_[i]) continue;
      return regions_[i].of(c.from) == regions_[i].of(c.to)
                 ? nullptr
                 : &promised_[i][regions_[i].of(c.to) * words_];
    }
    return nullptr;
  }

  [[nodiscard]] MessageId choose(const Channel& c) {
    const MessageBits* elsewhere = promised(c);
    const bool own_only = !topology_.forwards(c.from);
    MessageId best = kNone;
    std::uint64_t best_key = ~std::uint64_t{0};
    const std::uint32_t salt = random_();
    for (std::size_t w = 0; w < words_; ++w) {
      const MessageBits held = have_[c.from * words_ + w], there = coming_[c.to * words_ + w];
      for (MessageBits rest = held & ~there; rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(rest));
        const auto m = static_cast<MessageId>(w * 64 + bit);
        if (own_only && task_.collective.origin(m) != c.from) continue;
        const bool late = elsewhere != nullptr && (elsewhere[w] >> bit & 1) != 0;
        if (late && strict_) continue;
        const std::uint64_t key = std::uint64_t{late} << 62 | std::uint64_t{holders_[m]} << 32 |
                                  static_cast<std::uint32_t>((m ^ salt) * 2654435769U);
        if (key >= best_key) continue;
        best_key = key;
        best = m;
      }
    }
    return best;
  }

  // Begins in `cycle` all possible sends that end in cycle `most` or earlier. Always returns true.
  bool send(Cycle cycle, std::vector<ChannelId> channels, Cycle most) {
    std::ranges::shuffle(channels, random_);
    std::ranges::stable_sort(channels, std::ranges::greater{},
                             [&](ChannelId c) { return topology_.channels()[c].time.delay(); });
    for (const ChannelId channel : channels) {
      const Channel& c = topology_.channels()[channel];
      if (std::uint64_t{cycle} + c.time.delay() - 1 > most) continue;
      for (LinkId link = links_.free(channel, cycle); link != kNone;
           link = links_.free(channel, cycle)) {
        const MessageId m = choose(c);
        if (m == kNone) break;
        links_.begin(link, m, cycle);
        set(coming_, c.to, m);
        ++holders_[m];
        promise(c.to, m);
        if (topology_.is_processor(c.to)) --missing_;
      }
    }
    return true;
  }

  const Task& task_;
  const Topology& topology_;
  TimedLinks links_;
  std::mt19937 random_;
  const bool strict_, regional_;
  const std::size_t words_;
  std::vector<MessageBits> have_, coming_;            // by node; coming_: also messages under way
  std::vector<std::uint32_t> holders_;                // by message
  std::vector<std::uint32_t> delays_{};               // ascending limits of the delays in a region
  std::vector<Regions> regions_{};                    // by limit
  std::vector<std::vector<MessageBits>> promised_{};  // by limit; sets by region
  std::uint64_t missing_ = 0;
};

}  // namespace

Hops timed_spread(const Task& task, unsigned seed, Cycle most) {
  return TimedSpread(task, seed).run(most);
}

}  // namespace romcast::any
