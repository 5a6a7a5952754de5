// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/carry.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "romcast/core/schedule.hpp"
#include "schedules/any/pairing.hpp"
#include "schedules/bounds/view.hpp"

namespace romcast::any {
namespace {

using bounds::Distance;

constexpr std::uint32_t kUnknown = kNone;

// The messages at one node that may leave by the same channels, sorted by their hops to go.
class Class {
 public:
  explicit Class(std::vector<ChannelId> channels) : channels_(std::move(channels)) {}
  [[nodiscard]] const std::vector<ChannelId>& channels() const { return channels_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// The largest number of hops to go; requires a class that is not empty.
  [[nodiscard]] std::size_t furthest() const { return furthest_; }
  void put(MessageId message, std::size_t hops) {
    if (hops >= by_hops_.size()) by_hops_.resize(hops + 1);
    by_hops_[hops].push_back(message);
    furthest_ = size_ == 0 ? hops : std::max(furthest_, hops);
    ++size_;
  }
  MessageId take(std::size_t pick) {
    std::vector<MessageId>& bucket = by_hops_[furthest_];
    std::swap(bucket[pick % bucket.size()], bucket.back());
    const MessageId message = bucket.back();
    bucket.pop_back();
    --size_;
    while (size_ > 0 && by_hops_[furthest_].empty()) --furthest_;
    return message;
  }

 private:
  std::vector<ChannelId> channels_;
  std::vector<std::vector<MessageId>> by_hops_;
  std::size_t size_ = 0, furthest_ = 0;
};

class Carry {
 public:
  Carry(const Task& task, unsigned seed, const Routes* routes)
      : topology_(task.topology),
        collective_(task.collective),
        nodes_(topology_.nodes()),
        limit_(topology_.port_limit(task.ports)),
        routes_(routes),
        random_(seed + 1),
        classes_(nodes_),
        known_(nodes_),
        class_of_(topology_.processors()),
        distance_(topology_.processors()),
        work_(nodes_, 0),
        pairing_(nodes_) {
    if (routes_ != nullptr) class_per_channel();
    for (MessageId m = 0; m < collective_.message_numbers(); ++m) {
      const NodeId origin = collective_.origin(m), to = collective_.destination(m);
      if (origin == to) continue;
      put(m, origin, to);
      ++open_;
    }
  }

  Hops run(Cycle most) {
    const bool ported = limit_.sends != kNone || limit_.receives != kNone;
    for (Cycle cycle = 1; open_ > 0; ++cycle) {
      if (cycle > most) return {};
      const std::size_t begin = hops_.size();
      cycle_ = cycle;
      ported ? pair_up() : send_all();
      for (std::size_t i = begin; i < hops_.size(); ++i) arrive(hops_[i]);
    }
    return std::move(hops_);
  }

 private:
  [[nodiscard]] const std::vector<Distance>& distances(NodeId destination) {
    std::vector<Distance>& known = distance_[destination];
    if (known.empty()) known = bounds::distances_to(topology_, destination);
    return known;
  }
  // Makes a class for each channel: on given paths a message can leave by one channel only.
  void class_per_channel() {
    class_of_channel_.resize(topology_.channels().size());
    for (NodeId v = 0; v < nodes_; ++v) {
      for (const ChannelId c : topology_.outputs(v)) {
        class_of_channel_[c] = static_cast<std::uint32_t>(classes_[v].size());
        classes_[v].emplace_back(std::vector{c});
      }
    }
  }
  std::uint32_t class_for(NodeId at, NodeId destination) {
    if (routes_ != nullptr) return class_of_channel_[routes_->next[destination][at]];
    std::vector<std::uint32_t>& known = class_of_[destination];
    if (known.empty()) known.assign(nodes_, kUnknown);
    if (known[at] != kUnknown) return known[at];
    std::vector<ChannelId> nearer = nearer_from(at, destination);
    const auto [place, added] =
        known_[at].try_emplace(nearer, static_cast<std::uint32_t>(classes_[at].size()));
    if (added) classes_[at].emplace_back(std::move(nearer));
    return known[at] = place->second;
  }
  std::vector<ChannelId> nearer_from(NodeId at, NodeId destination) {
    const std::vector<Distance>& to = distances(destination);
    std::vector<ChannelId> nearer;
    for (const ChannelId c : topology_.outputs(at)) {
      const NodeId next = topology_.channels()[c].to;
      if (to[next] + 1 != to[at]) continue;
      if (next == destination || topology_.forwards(next)) nearer.push_back(c);
    }
    return nearer;
  }
  void put(MessageId m, NodeId at, NodeId destination) {
    const std::uint32_t which = class_for(at, destination);
    const std::uint32_t hops =
        routes_ != nullptr ? routes_->hops[destination][at] : distances(destination)[at];
    classes_[at][which].put(m, hops);
    work_[at] += hops;
  }
  void arrive(const Hop& hop) {
    const NodeId at = topology_.channel_at(hop.link).to;
    const NodeId destination = collective_.destination(hop.message);
    at == destination ? static_cast<void>(--open_) : put(hop.message, at, destination);
  }

  // The class from which a channel takes a message: the one whose furthest message has most hops to
  // go; ties go to the class with the fewest channels. Null if no class has a message for the
  // channel.
  [[nodiscard]] Class* best_for(NodeId v, ChannelId c) {
    Class* best = nullptr;
    for (Class& one : classes_[v]) {
      if (one.size() == 0 || std::ranges::find(one.channels(), c) == one.channels().end()) continue;
      if (best == nullptr || one.furthest() > best->furthest() ||
          (one.furthest() == best->furthest() && one.channels().size() < best->channels().size())) {
        best = &one;
      }
    }
    return best;
  }
  void send(NodeId v, ChannelId c, std::uint32_t place, Class& from) {
    work_[v] -= from.furthest();
    const MessageId m = from.take(random_());
    hops_.push_back(
        {.cycle = cycle_, .link = topology_.channels()[c].first_link + place, .message = m});
  }

  void send_lanes(NodeId v, Class& one) {
    const ChannelId c = one.channels().front();
    for (std::uint32_t place = 0; place < topology_.channels()[c].capacity; ++place) {
      if (one.size() == 0) return;
      send(v, c, place, one);
    }
  }
  // Multi-port: the channels of a node choose their messages one channel after another, the channel
  // that could take the fewest messages first. With given paths (routes_) no two channels compete.
  void send_all() {
    std::vector<std::pair<std::size_t, ChannelId>> order;
    for (NodeId v = 0; v < nodes_; ++v) {
      if (work_[v] == 0) continue;
      if (routes_ != nullptr) {
        for (Class& one : classes_[v]) send_lanes(v, one);
        continue;
      }
      order.clear();
      for (const ChannelId c : topology_.outputs(v)) {
        std::size_t choices = 0;
        for (const Class& one : classes_[v]) {
          if (std::ranges::find(one.channels(), c) != one.channels().end()) choices += one.size();
        }
        if (choices > 0) order.emplace_back(choices, c);
      }
      std::ranges::shuffle(order, random_);
      std::ranges::stable_sort(order, {}, &std::pair<std::size_t, ChannelId>::first);
      for (const auto& [choices, c] : order) {
        for (std::uint32_t place = 0; place < topology_.channels()[c].capacity; ++place) {
          Class* from = best_for(v, c);
          if (from == nullptr) break;
          send(v, c, place, *from);
        }
      }
    }
  }

  // Counted ports: up to min(limit_.sends, limit_.receives) times per cycle, senders are matched
  // with receivers. Nodes whose messages have the most hops to go in total choose first.
  void pair_up() {
    used_.assign(topology_.channels().size(), 0);
    const std::uint32_t rounds = std::min(limit_.sends, limit_.receives);
    for (std::uint32_t round = 0; round < rounds; ++round) {
      if (!match()) return;
    }
  }
  bool match() {
    std::vector<NodeId> order;
    std::vector<std::vector<ChannelId>> choices(nodes_);
    for (NodeId v = 0; v < nodes_; ++v) {
      if (work_[v] == 0) continue;
      std::vector<std::pair<std::size_t, ChannelId>> ranked;
      for (const ChannelId c : topology_.outputs(v)) {
        if (used_[c] == topology_.channels()[c].capacity) continue;
        if (const Class* best = best_for(v, c)) ranked.emplace_back(best->furthest(), c);
      }
      std::ranges::shuffle(ranked, random_);
      std::ranges::stable_sort(ranked, std::ranges::greater{},
                               &std::pair<std::size_t, ChannelId>::first);
      for (const auto& [hops, c] : ranked) choices[v].push_back(c);
      if (!ranked.empty()) order.push_back(v);
    }
    std::ranges::shuffle(order, random_);
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](NodeId v) { return work_[v]; });
    pairing_.clear();
    const auto channels = [&](NodeId v) -> std::span<const ChannelId> { return choices[v]; };
    const auto receiver = [&](ChannelId c) { return topology_.channels()[c].to; };
    for (const NodeId v : order) pairing_.add(v, channels, receiver);
    bool any = false;
    for (const NodeId v : order) {
      const ChannelId c = pairing_.channel_of(v);
      if (c == kNone) continue;
      send(v, c, used_[c]++, *best_for(v, c));
      any = true;
    }
    return any;
  }

  const Topology& topology_;
  const Collective& collective_;
  std::size_t nodes_;
  PortLimit limit_;
  const Routes* routes_;  // null: all shortest paths
  std::minstd_rand random_;
  std::vector<std::vector<Class>> classes_;                             // by node
  std::vector<std::map<std::vector<ChannelId>, std::uint32_t>> known_;  // by node
  std::vector<std::vector<std::uint32_t>> class_of_;                    // by destination, node
  std::vector<std::uint32_t> class_of_channel_;  // by channel; only with routes
  std::vector<std::vector<Distance>> distance_;  // by destination
  std::vector<std::uint64_t> work_;              // by node: hops to go, summed over its messages
  std::vector<std::uint32_t> used_;
  std::uint64_t open_ = 0;
  Pairing pairing_;
  Hops hops_;
  Cycle cycle_ = 0;
};

}  // namespace

Hops carry(const Task& task, unsigned seed, Cycle most, const Routes* routes) {
  return Carry(task, seed, routes).run(most);
}

}  // namespace romcast::any
