// SPDX-License-Identifier: Apache-2.0
// Moves messages along paths, or trees, on links with times. The paths are chosen first so that no
// link is loaded much more than others: the cost of a link grows exponentially with its load
// (Aspnes, Azar, Fiat, Plotkin & Waarts 1997). Then every free link takes the message with the
// longest remaining path.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>

#include "schedules/any/branches.hpp"
#include "schedules/any/timed_links.hpp"
#include "schedules/any/timed_searches.hpp"

namespace romcast::any {
namespace {

using ChannelTree = std::vector<ChannelId>;

constexpr double kMostExponent = 100;
constexpr unsigned kChance = 20;  // number of random low bits of an urgency

class LoadedPaths {
 public:
  LoadedPaths(const Task& task, unsigned seed)
      : task_(task),
        topology_(task.topology),
        ports_(topology_.port_limit(task.ports).sends != kNone),
        random_(seed),
        steepness_(seed == 0 ? 0 : 3.0 * (1 + (seed - 1) % 4)),
        load_(topology_.channels().size(), 0),
        sent_(topology_.nodes(), 0),
        received_(topology_.nodes(), 0),
        trees_(task.collective.message_numbers()) {
    for (NodeId p = 0; p < topology_.processors(); ++p) {
      if (task.collective.own_messages(p) > 0) origins_.push_back(p);
    }
    of_.resize(topology_.processors());
    for (MessageId m = 0; m < trees_.size(); ++m) {
      if (!ends_of(m).empty()) of_[task.collective.origin(m)].push_back(m);
    }
  }

  // The trees of the round whose busiest link or port has the smallest load. The first round uses
  // the fastest paths.
  std::vector<ChannelTree> choose(const Deadline& deadline) {
    const unsigned rounds = steepness_ == 0 ? 1 : 5;
    std::vector<ChannelTree> best;
    double least = HUGE_VAL;
    for (unsigned round = 0; round < rounds && (round == 0 || !deadline.over()); ++round) {
      std::ranges::shuffle(origins_, random_);
      for (const NodeId origin : origins_) route(origin);
      reference_ = std::max(1.0, busiest());
      costs_ = steepness_;
      if (reference_ >= least) continue;
      best = trees_;
      least = reference_;
    }
    return best;
  }

 private:
  [[nodiscard]] std::vector<NodeId> ends_of(MessageId m) const {
    const Collective& collective = task_.collective;
    if (collective.passes()) {
      const auto group = collective.group(m);
      return {group.begin(), group.end()};
    }
    const NodeId to = collective.destination(m);
    if (to == kNone || to == collective.origin(m)) return {};
    return {to};
  }

  void route(NodeId origin) {
    std::vector<MessageId>& own = of_[origin];
    std::ranges::shuffle(own, random_);
    const std::size_t batch = std::max<std::size_t>(1, own.size() / 16);
    for (std::size_t begin = 0; begin < own.size(); begin += batch) {
      const std::size_t end = std::min(begin + batch, own.size());
      for (std::size_t i = begin; i < end; ++i) count(trees_[own[i]], -1);
      const std::vector<ChannelId> came = paths_from(origin);
      for (std::size_t i = begin; i < end; ++i) {
        trees_[own[i]] = tree_to(origin, ends_of(own[i]), came);
        count(trees_[own[i]], 1);
      }
    }
  }

  [[nodiscard]] static ChannelTree tree_of(std::vector<ChannelId> channels) {
    return distinct(std::move(channels));
  }
  [[nodiscard]] ChannelTree tree_to(NodeId origin, const std::vector<NodeId>& ends,
                                    const std::vector<ChannelId>& came) const {
    std::vector<ChannelId> channels;
    for (NodeId at : ends) {
      for (; at != origin; at = topology_.channels()[came[at]].from) channels.push_back(came[at]);
    }
    return tree_of(std::move(channels));
  }

  void count(const ChannelTree& tree, double sign) {
    for (const ChannelId c : tree) {
      const Channel& channel = topology_.channels()[c];
      load_[c] += sign * channel.time.cycles / channel.capacity;
      if (!ports_) continue;
      sent_[channel.from] += sign * channel.time.cycles;
      received_[channel.to] += sign * channel.time.cycles;
    }
  }
  [[nodiscard]] double busiest() const {
    return std::max({*std::ranges::max_element(load_), *std::ranges::max_element(sent_),
                     *std::ranges::max_element(received_)});
  }

  [[nodiscard]] double cost(ChannelId c) const {
    const Channel& channel = topology_.channels()[c];
    const double load = std::max({load_[c], sent_[channel.from], received_[channel.to]});
    const double each = static_cast<double>(channel.time.cycles) / channel.capacity;
    return channel.time.delay() +
           each * (std::exp2(std::min(costs_ * load / reference_, kMostExponent)) - 1);
  }

  // The last channel of the cheapest path to each node (Dijkstra 1959).
  [[nodiscard]] std::vector<ChannelId> paths_from(NodeId origin) const {
    std::vector<double> price(topology_.nodes(), HUGE_VAL);
    std::vector<ChannelId> came(topology_.nodes(), kNone);
    using Entry = std::pair<double, NodeId>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    price[origin] = 0;
    open.emplace(0, origin);
    while (!open.empty()) {
      const auto [paid, at] = open.top();
      open.pop();
      if (paid > price[at] || (at != origin && !topology_.forwards(at))) continue;
      for (const ChannelId c : topology_.outputs(at)) {
        const NodeId to = topology_.channels()[c].to;
        const double all = paid + cost(c);
        if (all >= price[to]) continue;
        price[to] = all;
        came[to] = c;
        open.emplace(all, to);
      }
    }
    return came;
  }

  const Task& task_;
  const Topology& topology_;
  const bool ports_;
  std::mt19937 random_;
  const double steepness_;
  double reference_ = 1;  // load of the busiest link or port in the last round
  double costs_ = 0;
  std::vector<double> load_, sent_, received_;  // cycles; load_ by channel, others by node
  std::vector<NodeId> origins_;
  std::vector<std::vector<MessageId>> of_;  // by origin
  std::vector<ChannelTree> trees_;
};

// Turns trees into branches (branches.hpp), one for each hop. The branch with the longest remaining
// path is the most urgent; ties are broken at random.
class Laying {
 public:
  Laying(const Task& task, unsigned seed) : task_(task), random_(seed) {}

  Branches run(const std::vector<ChannelTree>& trees) {
    for (MessageId m = 0; m < trees.size(); ++m) {
      tree_ = &trees[m];
      message_ = m;
      lay(task_.collective.origin(m), branches_.first);
    }
    return std::move(branches_);
  }

 private:
  struct Way {
    std::uint32_t hops = 0;
    std::uint64_t cycles = 0;
  };
  // Adds the branches of the subtree of `node` to branches_, and the numbers of the branches that
  // leave `node` to `starts`. Returns the most hops and the most cycles of a path down from `node`.
  Way lay(NodeId node, std::vector<std::size_t>& starts) {
    const auto from = [&](ChannelId c) { return task_.topology.channels()[c].from; };
    Way longest;
    std::vector<std::size_t> begun;  // branches from this node
    for (auto one = std::ranges::lower_bound(*tree_, node, {}, from);
         one != tree_->end() && from(*one) == node; ++one) {
      const ChannelId c = *one;
      const std::size_t number = branches_.all.size();
      branches_.all.push_back({.channel = c, .message = message_});
      begun.push_back(number);
      std::vector<std::size_t> next;
      const Way on = lay(task_.topology.channels()[c].to, next);
      const std::uint64_t cycles = on.cycles + task_.topology.channels()[c].time.delay();
      Branch& branch = branches_.all[number];
      branch.below = on.hops;
      branch.next = std::move(next);
      branch.urgency = static_cast<std::int64_t>(cycles << kChance | random_() % (1U << kChance));
      longest.hops = std::max(longest.hops, on.hops + 1);
      longest.cycles = std::max(longest.cycles, cycles);
    }
    starts.insert(starts.end(), begun.begin(), begun.end());
    return longest;
  }

  const Task& task_;
  std::minstd_rand random_;
  Branches branches_{};
  const ChannelTree* tree_ = nullptr;  // sorted, hence grouped by sender
  MessageId message_ = 0;
};

}  // namespace

std::vector<ChannelId> distinct(std::vector<ChannelId> channels) {
  std::ranges::sort(channels);
  channels.erase(std::unique(channels.begin(), channels.end()), channels.end());
  return channels;
}

Hops timed_carry(const Task& task, unsigned seed, Cycle most, const Deadline& deadline) {
  const Branches branches = Laying(task, seed).run(LoadedPaths(task, seed).choose(deadline));
  return list_branches(task, branches, most);
}

}  // namespace romcast::any
