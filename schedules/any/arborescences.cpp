// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/arborescences.hpp"

#include <algorithm>
#include <memory>
#include <queue>
#include <span>

#include "schedules/bounds/max_flow.hpp"
#include "schedules/bounds/worst_cut.hpp"

namespace romcast::any {
namespace {

using bounds::SpreadGraph;

constexpr std::size_t kLeastBatch = 4, kExact = 8;
constexpr unsigned kMostFailures = 12;

// A tree, complete or still growing towards the vertices that want messages.
struct Partial {
  Arborescence tree{};
  std::vector<std::uint32_t> depth{};  // by vertex: 1 + channels from the root; 0: not reached
  std::size_t reached = 0;             // reached vertices that want messages
};

class ArborescencePacking {
 public:
  ArborescencePacking(const SpreadGraph& graph, std::int64_t messages)
      : graph_(graph), left_(graph), out_(graph.vertices()), waiting_(graph.messages) {
    for (std::size_t a = 0; a < graph.arcs.size(); ++a) {
      rest_.push_back(graph.arcs[a].capacity);
      out_[graph.arcs[a].from].push_back(a);
    }
    for (std::int64_t& count : waiting_) count *= messages;
    wanting_ = static_cast<std::size_t>(std::ranges::count(graph.wants, true));
  }

  // Returns the trees of all roots; nullopt if the capacities do not suffice or go_on() is false.
  // Grows the trees of a batch of roots without looking at cuts, and keeps these trees if all other
  // trees can still be completed; else halves the batch. When a batch would have fewer than
  // kLeastBatch roots, grows the trees of single roots with a check of every arc: of kExact roots
  // or, if kMostFailures batches have failed, of all remaining roots.
  std::optional<std::vector<Arborescence>> run(const std::function<bool()>& go_on) {
    std::vector<std::size_t> roots;
    for (std::size_t v = 0; v < graph_.vertices(); ++v) {
      if (waiting_[v] > 0) roots.push_back(v);
    }
    std::size_t batch = roots.size() / 2, exact = 0;
    unsigned failures = 0;
    for (std::size_t i = 0; i < roots.size();) {
      if (!go_on()) return std::nullopt;
      if (batch < kLeastBatch && exact == 0 && failures < kMostFailures) {
        exact = kExact;
        batch = (roots.size() - i) / 4;
      }
      if (batch < kLeastBatch || exact > 0) {
        if (!grow_all(roots[i++], go_on)) return std::nullopt;
        exact -= exact > 0 ? 1 : 0;
      } else if (grow_hastily({roots.begin() + static_cast<std::ptrdiff_t>(i),
                               std::min(batch, roots.size() - i)})) {
        i += batch;
        batch = (roots.size() - i) / 2;
      } else {
        batch /= 2;
        ++failures;
      }
    }
    return std::move(done_);
  }

 private:
  // An arc that a tree can take next. The arc to the vertex nearest to the root comes first; ties
  // go to the arc with the largest share of its capacity left.
  struct Next {
    std::uint32_t depth = 0;
    double left = 0;
    std::size_t arc = 0;
    bool operator<(const Next& other) const {
      return depth != other.depth ? depth > other.depth : left < other.left;
    }
  };
  using Frontier = std::priority_queue<Next>;

  [[nodiscard]] Partial start(std::size_t root) const {
    Partial one{.tree = {.root = root, .count = waiting_[root]}};
    one.depth.assign(graph_.vertices(), 0);
    one.depth[root] = one.depth[graph_.own[root]] = 1;
    one.reached = (graph_.wants[root] ? 1 : 0) +
                  (graph_.own[root] != root && graph_.wants[graph_.own[root]] ? 1 : 0);
    return one;
  }
  void look_beyond(std::size_t vertex, const Partial& one, Frontier& frontier) const {
    for (const std::size_t a : out_[vertex]) {
      const SpreadGraph::Arc& arc = graph_.arcs[a];
      if (rest_[a] == 0 || one.depth[arc.to] != 0) continue;
      frontier.push({one.depth[vertex] + static_cast<std::uint32_t>(arc.path.size()),
                     static_cast<double>(rest_[a]) / static_cast<double>(arc.capacity), a});
    }
  }
  [[nodiscard]] Frontier frontier_of(const Partial& one) const {
    Frontier frontier;
    for (std::size_t v = 0; v < graph_.vertices(); ++v) {
      if (one.depth[v] != 0) look_beyond(v, one, frontier);
    }
    return frontier;
  }
  void add(Partial& one, std::size_t arc, Frontier& frontier) const {
    const SpreadGraph::Arc& a = graph_.arcs[arc];
    one.tree.arcs.push_back(arc);
    one.depth[a.to] = one.depth[a.from] + static_cast<std::uint32_t>(a.path.size());
    ++one.reached;
    look_beyond(a.to, one, frontier);
  }

  bool grow_hastily(std::span<const std::size_t> roots) {
    const std::vector<std::int64_t> rest = rest_, waiting = waiting_;
    const std::size_t done = done_.size();
    const bool grown = std::ranges::all_of(roots, [&](std::size_t root) {
      while (waiting_[root] > 0) {
        if (!grow_hastily(root)) return false;
      }
      return true;
    });
    if (grown && rest_suffices()) return true;
    rest_ = rest;
    waiting_ = waiting;
    done_.resize(done);
    return false;
  }
  bool grow_hastily(std::size_t root) {
    Partial one = start(root);
    Frontier frontier = frontier_of(one);
    while (one.reached < wanting_ && !frontier.empty()) {
      const std::size_t arc = frontier.top().arc;
      frontier.pop();
      if (one.depth[graph_.arcs[arc].to] != 0) continue;
      one.tree.count = std::min(one.tree.count, rest_[arc]);
      add(one, arc, frontier);
    }
    if (one.reached < wanting_) return false;
    for (const std::size_t arc : one.tree.arcs) rest_[arc] -= one.tree.count;
    waiting_[root] -= one.tree.count;
    done_.push_back(std::move(one.tree));
    return true;
  }
  bool rest_suffices() {
    for (std::size_t a = 0; a < rest_.size(); ++a) left_.arcs[a].capacity = rest_[a];
    left_.messages = waiting_;
    return bounds::all_get_all(left_);
  }

  bool grow_all(std::size_t root, const std::function<bool()>& go_on) {
    partial_.push_back(start(root));
    waiting_[root] = 0;
    while (!partial_.empty()) {
      if (!go_on() || !grow()) return false;
    }
    return true;
  }
  // Completes the last partial tree; those copies of the tree that cannot take the same arcs stay
  // partial. Returns false if the tree cannot be completed.
  bool grow() {
    Partial one = std::move(partial_.back());
    partial_.pop_back();
    forbidden_.assign(graph_.arcs.size(), false);
    flow_.reset();
    Frontier frontier = frontier_of(one);
    while (one.reached < wanting_ && !frontier.empty()) {
      const std::size_t arc = frontier.top().arc;
      frontier.pop();
      if (forbidden_[arc] || one.depth[graph_.arcs[arc].to] != 0) continue;
      const std::int64_t count = allowed(one, arc);
      if (count == 0) continue;
      if (count < one.tree.count) {
        partial_.push_back(one);
        partial_.back().tree.count -= count;
        one.tree.count = count;
        flow_.reset();
      }
      rest_[arc] -= one.tree.count;
      if (flow_) flow_->set_capacity(edge_of_arc_[arc], rest_[arc]);
      add(one, arc, frontier);
    }
    if (one.reached < wanting_) return false;
    done_.push_back(std::move(one.tree));
    return true;
  }

  // The number of copies of the tree that may take the arc while all other trees can still be
  // completed.
  std::int64_t allowed(const Partial& one, std::size_t arc) {
    if (!flow_) build_flow();
    const std::size_t from = graph_.arcs[arc].from, to = graph_.arcs[arc].to;
    flow_->set_capacity(to_hub_[from], bounds::MaxFlow::kUnlimited);
    const std::int64_t spare = flow_->solve(from, to) - others_;
    flow_->set_capacity(to_hub_[from], 0);
    if (spare > 0) return std::min({spare, rest_[arc], one.tree.count});
    // The other trees need all of the capacity into the sink side of the minimum cut. If the tree
    // has already reached that side, all arcs into that side are forbidden.
    forbidden_[arc] = true;
    const std::vector<bool> before = flow_->source_side(from);
    bool touches = false;
    for (std::size_t v = 0; v < graph_.vertices(); ++v) {
      touches = touches || (one.depth[v] != 0 && !before[v]);
    }
    for (std::size_t a = 0; touches && a < graph_.arcs.size(); ++a) {
      if (before[graph_.arcs[a].from] && !before[graph_.arcs[a].to]) forbidden_[a] = true;
    }
    return 0;
  }

  // The flow network: the arcs with their remaining capacities, and a hub. For every incomplete
  // tree T except the one that grows, edges lead from the hub to the vertices that T has reached;
  // the flow from the hub by the edges of T is at most T's count. While allowed() examines an arc,
  // an edge leads from the arc's tail to the hub.
  void build_flow() {
    const std::size_t hub = graph_.vertices();
    flow_ = std::make_unique<bounds::MaxFlow>(graph_.vertices() + 1 + partial_.size());
    edge_of_arc_.clear();
    to_hub_.clear();
    others_ = 0;
    for (std::size_t a = 0; a < graph_.arcs.size(); ++a) {
      edge_of_arc_.push_back(flow_->connect(graph_.arcs[a].from, graph_.arcs[a].to, rest_[a]));
    }
    for (std::size_t v = 0; v < graph_.vertices(); ++v) {
      to_hub_.push_back(flow_->connect(v, hub, 0));
      if (waiting_[v] == 0) continue;
      flow_->connect(hub, v, waiting_[v]);
      if (graph_.own[v] != v) flow_->connect(v, graph_.own[v], waiting_[v]);
      others_ += waiting_[v];
    }
    for (std::size_t i = 0; i < partial_.size(); ++i) {
      flow_->connect(hub, hub + 1 + i, partial_[i].tree.count);
      for (std::size_t v = 0; v < graph_.vertices(); ++v) {
        if (partial_[i].depth[v] != 0) flow_->connect(hub + 1 + i, v, bounds::MaxFlow::kUnlimited);
      }
      others_ += partial_[i].tree.count;
    }
  }

  const SpreadGraph& graph_;
  SpreadGraph left_;  // the remaining problem, for rest_suffices()
  std::vector<std::vector<std::size_t>> out_;
  std::vector<std::int64_t> rest_;     // by arc: remaining capacity
  std::vector<std::int64_t> waiting_;  // by vertex: messages without a tree
  std::size_t wanting_ = 0;
  std::vector<Partial> partial_;  // incomplete trees of one root
  std::vector<Arborescence> done_;
  std::vector<bool> forbidden_;  // by arc, for the tree that grows
  std::unique_ptr<bounds::MaxFlow> flow_;
  std::vector<std::size_t> edge_of_arc_, to_hub_;
  std::int64_t others_ = 0;  // copies of incomplete trees, except the one that grows
};

}  // namespace

std::optional<std::vector<Arborescence>> pack_arborescences(const SpreadGraph& graph,
                                                            std::int64_t messages,
                                                            const std::function<bool()>& go_on) {
  return ArborescencePacking(graph, messages).run(go_on);
}

}  // namespace romcast::any
