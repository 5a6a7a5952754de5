// SPDX-License-Identifier: Apache-2.0
#include "schedules/periodic/reductions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <random>
#include <unordered_map>
#include <utility>

#include "romcast/core/error.hpp"

namespace romcast::periodic {
namespace {

constexpr std::uint64_t kNoCost = std::numeric_limits<std::uint64_t>::max();
constexpr int kCombining = 2;        // cycles from two words until their combination can leave
constexpr Cycle kMostUnderWay = 15;  // frames; as many can be drained before tables change
constexpr unsigned kShapes = 6;      // that are compared for a move
constexpr unsigned kTries = 40;      // to make one
constexpr unsigned kMovesAtOnce = 16;

// A use of a link, an operator, or a link of an endpoint, some cycles after the word's start.
struct Use {
  std::uint32_t resource = 0;
  Cycle after = 0;
};

// A tree with the times of all its uses.
struct Shape {
  std::vector<Use> uses{};
  Placed hops{};
  Cycle span = 0;
  Cycle last_begin = 0;  // of the words that are combined; the first begins in cycle 0
};

// Numbers of resources: channels, then operators, and links to and from processors that forward.
class Resources {
 public:
  explicit Resources(const Topology& network)
      : channels_(static_cast<std::uint32_t>(network.channels().size())),
        nodes_(static_cast<std::uint32_t>(network.nodes())) {}
  [[nodiscard]] std::uint32_t combines(NodeId v) const { return channels_ + v; }
  [[nodiscard]] std::uint32_t injects(NodeId v) const { return channels_ + nodes_ + v; }
  [[nodiscard]] std::uint32_t ejects(NodeId v) const { return channels_ + 2 * nodes_ + v; }
  [[nodiscard]] std::uint32_t all() const { return channels_ + 3 * nodes_; }

 private:
  std::uint32_t channels_, nodes_;
};

// Makes random trees of a reduction.
class Trees {
 public:
  Trees(const Topology& network, const Flow& flow, std::minstd_rand& random)
      : network_(network), flow_(flow), random_(random), resources_(network) {
    is_source_.resize(network.nodes());
    for (const NodeId p : flow.sources) is_source_[p] = 1;
  }

  // Nothing if the growth ends before all sources are in the tree.
  std::optional<Shape> make(bool shortest) {
    const NodeId root = choose_root();
    if (root == kNone) return std::nullopt;
    children_.assign(network_.nodes(), {});
    in_tree_.assign(network_.nodes(), 0);
    in_tree_[root] = 1;
    const bool grown = shortest ? grow_shortest(root) : grow_narrow(root);
    if (!grown || !add_endpoints()) return std::nullopt;
    lag_.assign(network_.nodes(), 0);
    if (!prune(root)) return std::nullopt;
    used_.clear();
    begins_.clear();
    hops_.clear();
    measure(root);
    combine(root, 0);
    if (!distribute(root)) return std::nullopt;
    return finished();
  }

 private:
  using Offset = std::int64_t;  // cycles after the result is complete

  std::uint32_t below(std::size_t count) {
    return static_cast<std::uint32_t>(random_() % std::max<std::size_t>(count, 1));
  }

  // A single destination is often near the root, but nodes in the middle need fewer cycles between
  // the beginnings of words.
  NodeId choose_root() {
    std::vector<NodeId> roots;
    if (flow_.destinations.size() == 1 && below(2) == 0) {
      const NodeId to = flow_.destinations.front();
      if (network_.forwards(to)) return to;
      for (const ChannelId c : network_.inputs(to)) roots.push_back(network_.channels()[c].from);
      std::erase_if(roots, [&](NodeId v) { return !network_.forwards(v); });
    } else {
      for (NodeId v = 0; v < network_.nodes(); ++v) {
        if (network_.forwards(v)) roots.push_back(v);
      }
    }
    return roots.empty() ? kNone : roots[below(roots.size())];
  }

  void add(NodeId node, ChannelId channel, NodeId parent) {
    in_tree_[node] = 1;
    children_[parent].push_back(channel);
  }

  // Channels from nodes that forward and are not in the tree yet.
  [[nodiscard]] std::vector<ChannelId> fresh(NodeId v) const {
    std::vector<ChannelId> channels;
    for (const ChannelId c : network_.inputs(v)) {
      const NodeId from = network_.channels()[c].from;
      if (network_.forwards(from) && in_tree_[from] == 0) channels.push_back(c);
    }
    return channels;
  }

  bool grow_shortest(NodeId root) {
    std::vector<NodeId> layer{root};
    while (!layer.empty()) {
      std::vector<ChannelId> channels;
      for (const NodeId v : layer) {
        const auto more = fresh(v);
        channels.insert(channels.end(), more.begin(), more.end());
      }
      std::ranges::shuffle(channels, random_);
      layer.clear();
      for (const ChannelId c : channels) {
        const Channel& channel = network_.channels()[c];
        if (in_tree_[channel.from] != 0) continue;
        add(channel.from, c, channel.to);
        layer.push_back(channel.from);
      }
    }
    return true;
  }

  // Few children for each node, so that each operator combines few words of a frame.
  bool grow_narrow(NodeId root) {
    const std::size_t most = 1 + below(2);
    const bool deep = most == 1 || below(2) == 0;
    std::vector<NodeId> open{root};
    while (!open.empty()) {
      const std::size_t at = deep ? open.size() - 1 : below(open.size());
      const NodeId v = open[at];
      std::vector<ChannelId> channels = fresh(v);
      if (channels.empty() || children_[v].size() >= most) {
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(at));
        continue;
      }
      std::ranges::shuffle(channels, random_);
      // Nodes with the fewest ways on first.
      const auto ways = [&](ChannelId c) { return fresh(network_.channels()[c].from).size(); };
      const ChannelId c = *std::ranges::min_element(channels, {}, ways);
      add(network_.channels()[c].from, c, v);
      open.push_back(network_.channels()[c].from);
    }
    return std::ranges::all_of(flow_.sources,
                               [&](NodeId p) { return !network_.forwards(p) || in_tree_[p] != 0; });
  }

  // Sources that do not forward.
  bool add_endpoints() {
    for (const NodeId p : flow_.sources) {
      if (network_.forwards(p)) continue;
      std::vector<ChannelId> channels;
      for (const ChannelId c : network_.outputs(p)) {
        if (in_tree_[network_.channels()[c].to] != 0) channels.push_back(c);
      }
      if (channels.empty()) return false;
      const ChannelId c = channels[below(channels.size())];
      children_[network_.channels()[c].to].push_back(c);
    }
    return std::ranges::all_of(flow_.sources,
                               [&](NodeId p) { return !network_.forwards(p) || in_tree_[p] != 0; });
  }

  // Removes parts without sources; false if nothing remains.
  bool prune(NodeId v) {
    if (!network_.forwards(v)) return true;
    std::erase_if(children_[v], [&](ChannelId c) { return !prune(network_.channels()[c].from); });
    return !children_[v].empty() || owns(v);
  }

  [[nodiscard]] bool owns(NodeId v) const { return network_.forwards(v) && is_source_[v] != 0; }

  // Orders the words that a node combines, kNone being its own, and finds how many cycles before
  // the result the first of them begins.
  void measure(NodeId v) {
    for (const ChannelId c : children_[v]) measure(network_.channels()[c].from);
    std::vector<ChannelId>& words = children_[v];
    if (owns(v)) words.push_back(kNone);
    std::ranges::shuffle(words, random_);
    const auto lag = [&](ChannelId c) {
      return c == kNone ? 0 : lag_[network_.channels()[c].from] + 1;
    };
    if (below(4) > 0) std::ranges::stable_sort(words, {}, lag);
    for (std::size_t i = 0; i < words.size(); ++i) {
      lag_[v] = std::max(lag_[v], lag(words[i]) - arrival(words.size(), i));
    }
  }

  // When the i-th of some words must come, if their combination leaves in cycle 0.
  [[nodiscard]] static Offset arrival(std::size_t words, std::size_t i) {
    return kCombining * (static_cast<Offset>(i > 1 ? i - 1 : 0) - static_cast<Offset>(words - 1));
  }

  void combine(NodeId v, Offset complete) {
    const std::vector<ChannelId>& words = children_[v];
    for (std::size_t i = 0; i < words.size(); ++i) {
      const Offset at = complete + arrival(words.size(), i);
      if (i > 0) used_.emplace_back(resources_.combines(v), at);
      if (words[i] == kNone) {
        used_.emplace_back(resources_.injects(v), at);
        begins_.push_back(at);
        continue;
      }
      hop(words[i], at - 1);
      const NodeId from = network_.channels()[words[i]].from;
      if (network_.forwards(from)) {
        combine(from, at - 1);
      } else {
        begins_.push_back(at - 1);
      }
    }
  }

  void hop(ChannelId c, Offset at) {
    used_.emplace_back(c, at);
    hops_.emplace_back(at, c);
  }

  // The result goes by shortest paths.
  bool distribute(NodeId root) {
    std::unordered_map<NodeId, ChannelId> by;
    std::unordered_map<NodeId, Offset> at{{root, 0}};
    std::vector<NodeId> open{root};
    for (std::size_t i = 0; i < open.size(); ++i) {
      const NodeId v = open[i];
      if (!network_.forwards(v)) continue;
      std::vector<ChannelId> channels(network_.outputs(v).begin(), network_.outputs(v).end());
      std::ranges::shuffle(channels, random_);
      for (const ChannelId c : channels) {
        const NodeId to = network_.channels()[c].to;
        if (!at.try_emplace(to, at.at(v) + 1).second) continue;
        by[to] = c;
        open.push_back(to);
      }
    }
    std::unordered_map<NodeId, char> reached;
    for (const NodeId to : flow_.destinations) {
      if (!at.contains(to)) return false;
      if (network_.forwards(to)) used_.emplace_back(resources_.ejects(to), at.at(to));
      for (NodeId v = to; v != root && reached.try_emplace(v, 1).second;) {
        hop(by.at(v), at.at(v) - 1);
        v = network_.channels()[by.at(v)].from;
      }
    }
    return true;
  }

  [[nodiscard]] Shape finished() {
    Offset first = 0, last = 0;
    for (const auto& [resource, at] : used_) {
      first = std::min(first, at);
      last = std::max(last, at);
    }
    Shape shape{.span = static_cast<Cycle>(last - first + 1),
                .last_begin = static_cast<Cycle>(*std::ranges::max_element(begins_) - first)};
    for (const auto& [resource, at] : used_) {
      shape.uses.push_back({resource, static_cast<Cycle>(at - first)});
    }
    for (const auto& [at, channel] : hops_) {
      shape.hops.push_back({static_cast<Cycle>(at - first), channel});
    }
    std::ranges::stable_sort(shape.hops, {}, &PlacedHop::cycle);
    return shape;
  }

  const Topology& network_;
  const Flow& flow_;
  std::minstd_rand& random_;
  const Resources resources_;
  std::vector<char> is_source_, in_tree_;         // by node
  std::vector<std::vector<ChannelId>> children_;  // by node: channels from the children
  std::vector<Offset> lag_;                       // by node
  std::vector<std::pair<std::uint32_t, Offset>> used_;
  std::vector<std::pair<Offset, ChannelId>> hops_;
  std::vector<Offset> begins_;
};

// All words of a reduction have the same tree, at different times, so none overtakes another.
class ReductionSearch {
 public:
  ReductionSearch(const Topology& network, const std::vector<const Flow*>& words, Cycle period,
                  unsigned seed)
      : period_(period), random_(seed + 1) {
    const Resources resources(network);
    capacity_.assign(resources.all(), 1);
    for (ChannelId c = 0; c < network.channels().size(); ++c) {
      capacity_[c] = network.channels()[c].capacity;
    }
    occupants_.resize(std::size_t{resources.all()} * period);
    for (const Flow* flow : words) {
      if (flows_.empty() || flow != flows_.back().flow) flows_.push_back({flow});
      of_word_.push_back(flows_.size() - 1);
      ++flows_.back().words;
    }
    for (const Tree& flow : flows_) trees_.emplace_back(network, *flow.flow, random_);
    starts_.resize(words.size());
  }

  bool run(const std::function<bool()>& go_on) {
    while (go_on()) {
      if (choose_shapes() && place_all(go_on)) return true;
    }
    return false;
  }

  [[nodiscard]] std::vector<Placed> placed() const {
    std::vector<Placed> all;
    for (std::uint32_t w = 0; w < starts_.size(); ++w) {
      all.push_back(shape_of(w).hops);
      for (PlacedHop& hop : all.back()) hop.cycle += starts_[w];
    }
    return all;
  }

 private:
  struct Tree {
    const Flow* flow = nullptr;
    std::uint32_t words = 0;
    Shape shape{};
  };

  [[nodiscard]] const Shape& shape_of(std::uint32_t word) const {
    return flows_[of_word_[word]].shape;
  }
  [[nodiscard]] std::size_t cell(const Use& use, Cycle start) const {
    return std::size_t{use.resource} * period_ + (start + use.after) % period_;
  }
  [[nodiscard]] bool over(std::size_t cell) const {
    return occupants_[cell].size() > capacity_[cell / period_];
  }

  // The shortest of some trees with which the frame is long enough for each resource. Narrow trees
  // take longer, but use operators less.
  bool choose_shapes() {
    ++attempts_;
    for (std::size_t f = 0; f < flows_.size(); ++f) {
      bool found = false;
      unsigned fit = 0;
      for (unsigned i = 0; i < kTries && fit < kShapes; ++i) {
        const bool shortest = attempts_ % 4 < 2 || random_() % 2 == 0;
        std::optional<Shape> made = trees_[f].make(shortest);
        if (!made || !fits(*made, flows_[f].words)) continue;
        ++fit;
        if (found && made->span >= flows_[f].shape.span) continue;
        flows_[f].shape = std::move(*made);
        found = true;
      }
      if (!found) return false;
    }
    return true;
  }

  [[nodiscard]] bool fits(const Shape& shape, std::uint32_t words) const {
    if (shape.span > std::uint64_t{kMostUnderWay} * period_ || starts_of(shape) < words) {
      return false;
    }
    std::unordered_map<std::uint32_t, std::uint64_t> loads;
    std::unordered_map<std::size_t, std::uint32_t> used;
    return std::ranges::all_of(shape.uses, [&](const Use& use) {
      const std::uint64_t capacity = capacity_[use.resource];
      return (loads[use.resource] += words) <= capacity * period_ &&
             ++used[cell(use, 0)] <= capacity;
    });
  }

  // Cycles in which a word with this shape may begin.
  [[nodiscard]] Cycle starts_of(const Shape& shape) const {
    const Cycle taken = shape.last_begin + Reductions::kEntrySlots;
    return period_ > taken ? period_ - taken : 0;
  }

  // Moves words that conflict to where weighted conflicts are least.
  bool place_all(const std::function<bool()>& go_on) {
    for (auto& words : occupants_) words.clear();
    weight_.assign(occupants_.size(), 1);
    crowded_.clear();
    for (std::uint32_t word = 0; word < starts_.size(); ++word) {
      if (word % kMovesAtOnce == 0 && !go_on()) return false;
      place(word);
    }
    const std::uint64_t most = 50 + 20 * starts_.size();
    for (std::uint64_t move = 1; !crowded_.empty(); ++move) {
      if (move > most || (move % kMovesAtOnce == 0 && !go_on())) return false;
      const std::size_t at = crowded_[random_() % crowded_.size()];
      const std::uint32_t word = occupants_[at][random_() % occupants_[at].size()];
      take(word);
      place(word);
      for (const Use& use : shape_of(word).uses) {
        if (over(cell(use, starts_[word]))) ++weight_[cell(use, starts_[word])];
      }
    }
    return true;
  }

  void place(std::uint32_t word) {
    const Cycle starts = starts_of(shape_of(word));
    const auto first = static_cast<Cycle>(random_() % starts);
    std::uint64_t best = kNoCost;
    for (Cycle j = 0; j < starts && best > 0; ++j) {
      const Cycle start = (period_ - 1 + (first + j) % starts) % period_;
      const std::uint64_t cost = cost_of(shape_of(word), start);
      if (cost >= best) continue;
      best = cost;
      starts_[word] = start;
    }
    for (const Use& use : shape_of(word).uses) {
      const std::size_t at = cell(use, starts_[word]);
      occupants_[at].push_back(word);
      if (occupants_[at].size() == capacity_[at / period_] + 1) crowded_.push_back(at);
    }
  }

  [[nodiscard]] std::uint64_t cost_of(const Shape& shape, Cycle start) const {
    std::uint64_t cost = 0;
    for (const Use& use : shape.uses) {
      const std::size_t at = cell(use, start), words = occupants_[at].size() + 1;
      if (words > capacity_[at / period_]) cost += weight_[at] * (words - capacity_[at / period_]);
    }
    return cost;
  }

  void take(std::uint32_t word) {
    for (const Use& use : shape_of(word).uses) {
      const std::size_t at = cell(use, starts_[word]);
      const bool crowded = over(at);
      occupants_[at].erase(std::ranges::find(occupants_[at], word));
      if (crowded && !over(at)) crowded_.erase(std::ranges::find(crowded_, at));
    }
  }

  const Cycle period_;
  std::minstd_rand random_;
  std::vector<Tree> flows_;
  std::vector<Trees> trees_;                           // by flow
  std::vector<std::size_t> of_word_;                   // its flow
  std::vector<std::uint32_t> capacity_;                // by resource
  std::vector<Cycle> starts_;                          // by word
  std::vector<std::vector<std::uint32_t>> occupants_;  // by cell: words
  std::vector<std::uint64_t> weight_;                  // by cell
  std::vector<std::size_t> crowded_;                   // cells
  std::uint64_t attempts_ = 0;
};

}  // namespace

Reductions::Reductions(const Topology& network, std::vector<const Flow*> words)
    : network_(&network), words_(std::move(words)) {
  const Flow* before = nullptr;
  for (const Flow* flow : words_) {
    if (std::exchange(before, flow) == flow) continue;
    std::minstd_rand random(1);
    Trees trees(network, *flow, random);
    bool found = false;
    for (unsigned i = 0; i < kTries && !found; ++i) found = trees.make(true).has_value();
    if (found) continue;
    throw InputError(
        fmt::format("reduction {}: no node that forwards can be reached from all its "
                    "sources and reaches all its destinations",
                    flow->name));
  }
}

std::optional<std::vector<Placed>> Reductions::place(Cycle period, unsigned seed,
                                                     const std::function<bool()>& go_on) const {
  ReductionSearch search(*network_, words_, period, seed);
  if (!search.run(go_on)) return std::nullopt;
  return search.placed();
}

}  // namespace romcast::periodic
