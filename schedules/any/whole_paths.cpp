// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/whole_paths.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <queue>
#include <random>

#include "romcast/core/channel_rates.hpp"

namespace romcast::any {
namespace {

constexpr std::size_t kSpread = 500'000;      // messages that all rounds together spread
constexpr std::size_t kLeastSpreadings = 40;  // rounds, even if they spread more messages
constexpr double kFlattestPrice = 12, kSteepestPrice = 200;

class Rounding {
 public:
  Rounding(const Task& task, std::uint64_t target)
      : topology_(task.topology),
        collective_(task.collective),
        rates_(channel_rates(task.topology)),
        target_(std::max<std::uint64_t>(target, 1)),
        load_(task.topology.channels().size(), 0) {
    result_.of.assign(collective_.message_numbers(), kNone);
  }

  WholePaths run(const ConcurrentFlow& flow, const std::function<bool()>& go_on) {
    share_out(flow);
    WholePaths best = snapshot();
    const std::size_t rounds = std::max(kSpread / result_.of.size(), kLeastSpreadings);
    for (std::size_t round = 0; round < rounds && best.busiest > target_ && go_on(); ++round) {
      spread();
      if (busiest() < best.busiest) best = snapshot();
    }
    return best;
  }

 private:
  [[nodiscard]] std::uint64_t cycles(ChannelId c) const {
    const auto carried = static_cast<std::uint64_t>(rates_.carried[c]);
    return (load_[c] * static_cast<std::uint64_t>(rates_.period) + carried - 1) / carried;
  }
  [[nodiscard]] std::uint64_t busiest() const {
    std::uint64_t most = 0;
    for (ChannelId c = 0; c < load_.size(); ++c) most = std::max(most, cycles(c));
    return most;
  }
  WholePaths snapshot() {
    result_.busiest = busiest();
    return result_;
  }

  // Gives each path the integer part of the path's share of the messages, then gives each remaining
  // message to the path of its pair (origin, destination) with the lowest sum of price().
  void share_out(const ConcurrentFlow& flow) {
    std::map<std::pair<NodeId, NodeId>, std::vector<MessageId>> rest;
    for (MessageId m = 0; m < result_.of.size(); ++m) {
      const NodeId origin = collective_.origin(m), end = collective_.destination(m);
      if (origin != end) rest[{origin, end}].push_back(m);
    }
    std::map<std::pair<NodeId, NodeId>, std::vector<std::uint32_t>> numbers;
    for (auto& [pair, messages] : rest) {
      const auto& paths = flow.paths[pair.first][pair.second];
      const auto all = static_cast<double>(messages.size());
      for (const FlowPath& path : paths) {
        const auto number = static_cast<std::uint32_t>(result_.paths.size());
        numbers[pair].push_back(number);
        result_.paths.push_back(path.channels);
        for (double count = std::floor(path.share * all + 1e-6); count >= 1 && !messages.empty();
             --count) {
          give(messages, number);
        }
      }
    }
    for (auto& [pair, messages] : rest) {
      while (!messages.empty()) give(messages, least_busy(numbers[pair]));
    }
  }
  void give(std::vector<MessageId>& messages, std::uint32_t path) {
    put(messages.back(), path);
    messages.pop_back();
  }
  [[nodiscard]] std::uint32_t least_busy(const std::vector<std::uint32_t>& numbers) const {
    std::uint32_t best = kNone;
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t number : numbers) {
      double sum = 0;
      for (const ChannelId c : result_.paths[number]) sum += price(c);
      if (sum < least) best = number;
      least = std::min(least, sum);
    }
    return best;
  }

  // The price of one more message on a channel.
  [[nodiscard]] double price(ChannelId c) const {
    const double share =
        static_cast<double>((load_[c] + 1) * static_cast<std::uint64_t>(rates_.period)) /
        static_cast<double>(rates_.carried[c]) / static_cast<double>(target_);
    return 0.1 + std::exp2(std::min(60.0, steepness_ * (share - 1)));
  }

  void put(MessageId m, std::uint32_t path) {
    result_.of[m] = path;
    for (const ChannelId c : result_.paths[path]) ++load_[c];
  }
  // Gives each message whose path has a link busy for more than target_ cycles the path that now
  // has the lowest sum of price(). Then lets price() rise more steeply with the load or, once its
  // steepness has reached kSteepestPrice, as at the start.
  void spread() {
    std::vector<MessageId> order;
    for (MessageId m = 0; m < result_.of.size(); ++m) {
      if (result_.of[m] != kNone && too_busy(m)) order.push_back(m);
    }
    std::ranges::shuffle(order, random_);
    for (const MessageId m : order) {
      if (!too_busy(m)) continue;
      for (const ChannelId c : result_.paths[result_.of[m]]) --load_[c];
      std::vector<ChannelId> path = cheapest(collective_.origin(m), collective_.destination(m));
      put(m, number_of(std::move(path)));
    }
    steepness_ = steepness_ < kSteepestPrice ? steepness_ * 1.2 : kFlattestPrice;
  }
  [[nodiscard]] bool too_busy(MessageId m) const {
    return std::ranges::any_of(result_.paths[result_.of[m]],
                               [&](ChannelId c) { return cycles(c) > target_; });
  }
  std::uint32_t number_of(std::vector<ChannelId> path) {
    const auto [found, fresh] =
        known_.try_emplace(path, static_cast<std::uint32_t>(result_.paths.size()));
    if (fresh) result_.paths.push_back(std::move(path));
    return found->second;
  }
  std::vector<ChannelId> cheapest(NodeId origin, NodeId end) {
    cost_.assign(topology_.nodes(), std::numeric_limits<double>::infinity());
    came_.assign(topology_.nodes(), kNone);
    using Entry = std::pair<double, NodeId>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    cost_[origin] = 0;
    queue.emplace(0, origin);
    while (!queue.empty()) {
      const auto [known, at] = queue.top();
      queue.pop();
      if (at == end) break;
      if (known > cost_[at] || (at != origin && !topology_.forwards(at))) continue;
      for (const ChannelId c : topology_.outputs(at)) {
        const NodeId to = topology_.channels()[c].to;
        const double noise = 1 + 0.05 * static_cast<double>(random_() % 64) / 64;
        const double path = known + price(c) * noise;
        if (path >= cost_[to]) continue;
        cost_[to] = path;
        came_[to] = c;
        queue.emplace(path, to);
      }
    }
    std::vector<ChannelId> path;
    for (NodeId v = end; v != origin; v = topology_.channels()[came_[v]].from) {
      path.push_back(came_[v]);
    }
    std::ranges::reverse(path);
    return path;
  }

  const Topology& topology_;
  const Collective& collective_;
  const ChannelRates rates_;
  const std::uint64_t target_;
  std::vector<std::uint64_t> load_;  // by channel, messages
  double steepness_ = kFlattestPrice;
  std::minstd_rand random_{1};
  std::map<std::vector<ChannelId>, std::uint32_t> known_;
  std::vector<double> cost_;
  std::vector<ChannelId> came_;
  WholePaths result_;
};

}  // namespace

WholePaths whole_paths(const Task& task, const ConcurrentFlow& flow, std::uint64_t target,
                       const std::function<bool()>& go_on) {
  return Rounding(task, target).run(flow, go_on);
}

}  // namespace romcast::any
