// SPDX-License-Identifier: Apache-2.0
#include "schedules/rates/exchange_rate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace romcast::rates {
namespace {

using Numbers = std::vector<double>;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

double largest(const Numbers& numbers) { return *std::ranges::max_element(numbers); }

// Routes a message from a source to each processor, along shortest paths.
class Router {
 public:
  explicit Router(const Topology& topology)
      : topology_(topology),
        cayley_(topology.group() != nullptr && topology.links() == topology.channels().size()),
        distance_(topology.nodes()),
        flow_(topology.nodes()) {
    for (NodeId v = 0; v < topology.nodes(); ++v) {
      const auto outputs = topology.outputs(v);
      for (std::size_t port = 0; port < outputs.size(); ++port) {
        if (class_of_.empty()) class_of_.resize(topology.channels().size());
        class_of_[outputs[port]] = cayley_ ? port : outputs[port];
      }
    }
    if (cayley_) {
      capacity_.assign(topology.outputs(0).size(), 1);
    } else {
      for (const Channel& channel : topology.channels()) capacity_.push_back(channel.capacity);
    }
  }

  [[nodiscard]] bool cayley() const { return cayley_; }
  [[nodiscard]] std::size_t classes() const { return capacity_.size(); }
  /// The work of routing all sources, in links and nodes visited.
  [[nodiscard]] std::uint64_t work() const {
    return sources() * (topology_.channels().size() + 4 * topology_.nodes());
  }

  [[nodiscard]] std::size_t sources() const { return cayley_ ? 1 : topology_.processors(); }
  [[nodiscard]] const Numbers& capacity() const { return capacity_; }

  // Returns for each class of links (class_of_) the number of messages that a link of the class
  // carries: messages of `source` or, in a Cayley graph, of all sources, which route symmetrically.
  Numbers route(NodeId source, const Numbers& lengths) {
    Numbers load(classes(), 0);
    measure(source, lengths);
    spread(source, lengths, load);
    for (std::size_t i = 0; i < classes(); ++i) load[i] /= capacity_[i];
    return load;
  }

  // The bound, in cycles per message of each pair, that the lengths prove.
  double bound(const Numbers& lengths) {
    double total = 0, weight = 0;
    for (NodeId source = 0; source < sources(); ++source) {
      measure(source, lengths);
      for (NodeId v = 0; v < topology_.processors(); ++v) total += distance_[v];
    }
    for (std::size_t i = 0; i < classes(); ++i) weight += lengths[i] * capacity_[i];
    return total / weight;
  }

 private:
  // Computes the distances from the source and sorts the nodes by distance.
  void measure(NodeId source, const Numbers& lengths) {
    using Entry = std::pair<double, NodeId>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    std::ranges::fill(distance_, kInfinite);
    order_.clear();
    done_.assign(topology_.nodes(), false);
    distance_[source] = 0;
    queue.emplace(0, source);
    while (!queue.empty()) {
      const NodeId at = queue.top().second;
      queue.pop();
      if (done_[at]) continue;
      done_[at] = true;
      order_.push_back(at);
      for (const ChannelId c : topology_.outputs(at)) {
        const NodeId to = topology_.channels()[c].to;
        const double there = distance_[at] + lengths[class_of_[c]];
        if (there >= distance_[to]) continue;
        distance_[to] = there;
        queue.emplace(there, to);
      }
    }
  }

  // Adds the messages to `load`, from the farthest node back: all messages that end at a node or
  // pass through it are split evenly over the channels by which shortest paths enter the node.
  void spread(NodeId source, const Numbers& lengths, Numbers& load) {
    std::ranges::fill(flow_, 0);
    for (NodeId v = 0; v < topology_.processors(); ++v) flow_[v] = 1;
    for (auto at = order_.rbegin(); at != order_.rend(); ++at) {
      if (*at == source || flow_[*at] == 0) continue;
      nearer_.clear();
      for (const ChannelId c : topology_.inputs(*at)) {
        const NodeId from = topology_.channels()[c].from;
        const double there = distance_[from] + lengths[class_of_[c]];
        const bool shortest = there <= distance_[*at] * (1 + 1e-12);
        if (shortest && distance_[from] < distance_[*at]) nearer_.push_back(c);
      }
      const double share = flow_[*at] / double(nearer_.size());
      for (const ChannelId c : nearer_) {
        load[class_of_[c]] += share;
        flow_[topology_.channels()[c].from] += share;
      }
    }
  }

  const Topology& topology_;
  bool cayley_;
  std::vector<std::size_t> class_of_{};  // by channel; the links of a class have equal loads
  Numbers capacity_{};
  Numbers distance_, flow_;
  std::vector<NodeId> order_{};
  std::vector<bool> done_{};
  std::vector<ChannelId> nearer_{};
};

void add(Numbers& sum, const Numbers& other, double factor) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += factor * other[i];
}

// Returns the derivative with respect to `part`, up to a positive factor, of a smooth maximum of
// the loads load[i] + part * change[i]: negative if a larger part lowers the smooth maximum. The
// larger `sharpness` is, the closer the smooth maximum is to the maximum.
double slope(const Numbers& load, const Numbers& change, double part, double sharpness) {
  double most = 0, sum = 0;
  for (std::size_t i = 0; i < load.size(); ++i) most = std::max(most, load[i] + part * change[i]);
  for (std::size_t i = 0; i < load.size(); ++i) {
    if (change[i] == 0) continue;
    sum += change[i] * std::exp(sharpness * (load[i] + part * change[i] - most));
  }
  return sum;
}

// The part of a change, up to 1, that minimises the smooth maximum.
double best_part(const Numbers& load, const Numbers& change, double sharpness) {
  if (slope(load, change, 1, sharpness) <= 0) return 1;
  double low = 0, high = 1;
  for (unsigned step = 0; step < 10; ++step) {
    const double middle = (low + high) / 2;
    (slope(load, change, middle, sharpness) < 0 ? low : high) = middle;
  }
  return low;
}

// The loads of all sources, and the best rate and bound so far.
class Search {
 public:
  explicit Search(const Topology& topology) : router_(topology) {
    rate_.by_generator = router_.cayley();
    rate_.lengths = Numbers(router_.classes(), 1);
    total_ = Numbers(router_.classes(), 0);
    for (NodeId source = 0; source < router_.sources(); ++source) {
      loads_.push_back(router_.route(source, rate_.lengths));
      add(total_, loads_.back(), 1);
    }
    rate_.attained = largest(total_);
    rate_.bound = router_.bound(rate_.lengths);
  }

  [[nodiscard]] const ExchangeRate& rate() const { return rate_; }
  [[nodiscard]] std::uint64_t work() const {
    return 2 * router_.work() + 11 * router_.sources() * router_.classes();
  }

  // One after another, each source moves messages to shorter paths.
  void improve(double sharpness) {
    const double scale = sharpness / rate_.attained;
    for (NodeId source = 0; source < router_.sources(); ++source) {
      Numbers change = router_.route(source, lengths(scale));
      add(change, loads_[source], -1);
      const double part = best_part(total_, change, scale);
      add(loads_[source], change, part);
      add(total_, change, part);
    }
    rate_.attained = std::min(rate_.attained, largest(total_));
    const Numbers proof = lengths(scale);
    const double bound = router_.bound(proof);
    if (bound <= rate_.bound) return;
    rate_.bound = bound;
    rate_.lengths = proof;
  }

 private:
  [[nodiscard]] Numbers lengths(double scale) const {
    const double most = largest(total_);
    Numbers lengths(total_.size());
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      // The 1e-9 keeps all lengths positive, so that every shortest path ends with a link from a
      // nearer node.
      lengths[i] = (std::exp(scale * (total_[i] - most)) + 1e-9) / router_.capacity()[i];
    }
    return lengths;
  }

  Router router_;
  std::vector<Numbers> loads_{};
  Numbers total_;
  ExchangeRate rate_{};
};

}  // namespace

// Minimises a smooth maximum of the loads by Frank & Wolfe's method, source by source. The
// sharpness of the smooth maximum grows after each 30 rounds.
ExchangeRate exchange_rate(const Topology& topology, std::uint64_t work, double gap) {
  Search search(topology);
  std::uint64_t spent = 0;
  for (double sharpness = 8; sharpness < 1e5; sharpness *= 1.3) {
    for (unsigned round = 0; round < 30; ++round) {
      spent += search.work();
      const ExchangeRate& rate = search.rate();
      if (rate.attained <= rate.bound * (1 + gap) || spent > work) return rate;
      search.improve(sharpness);
    }
  }
  return search.rate();
}

}  // namespace romcast::rates
