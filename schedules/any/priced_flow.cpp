// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/priced_flow.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <numeric>
#include <queue>

#include "romcast/core/channel_rates.hpp"

namespace romcast::any {
namespace {

constexpr unsigned kPricings = 120;
constexpr std::size_t kMostKept = 24, kMostPaths = 2'000'000;  // rounds; paths of all pairs
constexpr double kSteepest = 60;
constexpr double kLongest = 1 << 20;

class Pricing {
 public:
  Pricing(const Topology& topology, const std::vector<std::vector<std::uint32_t>>& demand)
      : topology_(topology), demand_(demand), load_(topology.channels().size(), 0) {
    const ChannelRates rates = channel_rates(topology);
    std::size_t pairs = 1;
    for (const auto& row : demand) {
      pairs += row.size() - static_cast<std::size_t>(std::ranges::count(row, 0U));
    }
    kept_ = std::clamp<std::size_t>(kMostPaths / pairs, 2, kMostKept);
    for (const std::int64_t carried : rates.carried) {
      rate_.push_back(static_cast<double>(carried) / static_cast<double>(rates.period));
    }
  }

  ConcurrentFlow run(double seconds) {
    const Deadline deadline(seconds);
    double best = 0;
    for (unsigned round = 0; round < kPricings; ++round) {
      steepness_ = std::min(kSteepest, 4 + 0.5 * round);
      if (round % 4 == 0) best = std::max(best, bound_of(prices(), best));
      route_all();
      if (deadline.over()) break;
    }
    ConcurrentFlow flow;
    const double longest = *std::ranges::max_element(lengths_);
    for (const double length : lengths_) {
      flow.lengths.push_back(static_cast<std::uint64_t>(std::llround(length / longest * kLongest)));
    }
    collect(flow);
    return flow;
  }

 private:
  // Returns the price of a message on each channel, which grows with the channel's load in the kept
  // rounds.
  std::vector<double> prices() {
    double most = 1e-9;
    for (std::size_t c = 0; c < load_.size(); ++c) most = std::max(most, load_[c] / rate_[c]);
    std::vector<double> price(load_.size());
    for (std::size_t c = 0; c < load_.size(); ++c) {
      price[c] = std::exp(steepness_ * (load_[c] / rate_[c] / most - 1)) / rate_[c];
    }
    return price;
  }
  // The bound, in cycles, that these lengths prove; keeps the lengths if the bound is above
  // `known`.
  double bound_of(const std::vector<double>& lengths, double known) {
    double needed = 0, all = 0;
    for (std::size_t c = 0; c < load_.size(); ++c) all += rate_[c] * lengths[c];
    for (NodeId origin = 0; origin < demand_.size(); ++origin) {
      needed += cheapest(origin, lengths, nullptr);
    }
    if (needed / all > known) lengths_ = lengths;
    return needed / all;
  }
  // Routes the messages of one origin after another; each origin pays prices that include the load
  // of the earlier origins. If kept_ rounds are stored, drops the oldest one beforehand.
  void route_all() {
    if (trees_.size() == kept_) {
      for (NodeId origin = 0; origin < demand_.size(); ++origin) {
        put(origin, trees_.front()[origin], -1);
      }
      trees_.pop_front();
    }
    trees_.emplace_back(demand_.size());
    std::vector<NodeId> order(demand_.size());
    std::iota(order.begin(), order.end(), NodeId{0});
    std::ranges::shuffle(order, random_);
    for (const NodeId origin : order) {
      cheapest(origin, prices(), &trees_.back()[origin]);
      put(origin, trees_.back()[origin], 1);
    }
  }

  // Dijkstra: returns the price of all messages of the origin on the cheapest paths. Unless `tree`
  // is null, fills it with the last channel of the path to each node.
  double cheapest(NodeId origin, const std::vector<double>& price, std::vector<ChannelId>* tree) {
    cost_.assign(topology_.nodes(), std::numeric_limits<double>::infinity());
    if (tree != nullptr) tree->assign(topology_.nodes(), kNone);
    using Entry = std::pair<double, NodeId>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    cost_[origin] = 0;
    queue.emplace(0, origin);
    double sum = 0;
    while (!queue.empty()) {
      const auto [known, at] = queue.top();
      queue.pop();
      if (known > cost_[at]) continue;
      if (at < demand_.size()) sum += demand_[origin][at] * known;
      if (at != origin && !topology_.forwards(at)) continue;
      for (const ChannelId c : topology_.outputs(at)) {
        const NodeId to = topology_.channels()[c].to;
        const double path = known + price[c];
        if (path >= cost_[to]) continue;
        cost_[to] = path;
        if (tree != nullptr) (*tree)[to] = c;
        queue.emplace(path, to);
      }
    }
    return sum;
  }

  // Adds sign * (messages from the origin to a node) to load_ on the node's path in `tree`, for all
  // nodes.
  void put(NodeId origin, const std::vector<ChannelId>& tree, double sign) {
    for (NodeId end = 0; end < demand_.size(); ++end) {
      if (demand_[origin][end] == 0) continue;
      for (NodeId v = end; v != origin; v = topology_.channels()[tree[v]].from) {
        load_[tree[v]] += sign * demand_[origin][end];
      }
    }
  }

  // Fills `flow` with the paths of the kept rounds; each round gets an equal share of the messages.
  void collect(ConcurrentFlow& flow) {
    std::vector<double> load(load_.size(), 0);
    flow.paths.resize(demand_.size());
    const double share = 1 / static_cast<double>(trees_.size());
    for (NodeId origin = 0; origin < demand_.size(); ++origin) {
      flow.paths[origin].resize(demand_.size());
      for (NodeId end = 0; end < demand_.size(); ++end) {
        if (demand_[origin][end] == 0) continue;
        std::map<std::vector<ChannelId>, double> shares;
        for (const auto& trees : trees_) shares[path_in(trees[origin], origin, end)] += share;
        for (auto& [path, part] : shares) {
          for (const ChannelId c : path) load[c] += part * demand_[origin][end] / rate_[c];
          flow.paths[origin][end].push_back({path, part});
        }
      }
    }
    flow.cycles = *std::ranges::max_element(load);
  }
  [[nodiscard]] std::vector<ChannelId> path_in(const std::vector<ChannelId>& tree, NodeId origin,
                                               NodeId end) const {
    std::vector<ChannelId> path;
    for (NodeId v = end; v != origin; v = topology_.channels()[tree[v]].from) {
      path.push_back(tree[v]);
    }
    std::ranges::reverse(path);
    return path;
  }

  const Topology& topology_;
  const std::vector<std::vector<std::uint32_t>>& demand_;
  std::vector<double> rate_, load_;  // by channel; load_: messages of the kept rounds
  std::vector<double> lengths_, cost_;
  double steepness_ = 0;
  std::size_t kept_ = 0;
  std::deque<std::vector<std::vector<ChannelId>>> trees_;  // by round, origin, node
  std::minstd_rand random_{1};
};

}  // namespace

ConcurrentFlow priced_flow(const Topology& topology,
                           const std::vector<std::vector<std::uint32_t>>& demand, double seconds) {
  return Pricing(topology, demand).run(seconds);
}

}  // namespace romcast::any
