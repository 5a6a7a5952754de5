// SPDX-License-Identifier: Apache-2.0
#include "schedules/bounds/worst_cut.hpp"

#include <algorithm>
#include <numeric>

#include "romcast/core/error.hpp"
#include "schedules/bounds/max_flow.hpp"

namespace romcast::bounds {
namespace {

// Maximum flows to a vertex, from all vertices that have messages; arcs have `by_capacity` times
// their capacities, and vertices have `by_messages` times their messages.
class Inflow {
 public:
  Inflow(const SpreadGraph& graph, std::int64_t by_capacity, std::int64_t by_messages)
      : source_(graph.vertices()), flow_(graph.vertices() + 1) {
    for (const SpreadGraph::Arc& arc : graph.arcs) {
      if (arc.capacity > 0) flow_.connect(arc.from, arc.to, arc.capacity * by_capacity);
    }
    for (std::size_t v = 0; v < graph.vertices(); ++v) {
      const std::int64_t messages = graph.messages[v] * by_messages;
      given_.push_back(flow_.connect(source_, v, messages));
      if (graph.own[v] != v) flow_.connect(v, graph.own[v], messages);
    }
  }
  [[nodiscard]] std::int64_t to(std::size_t vertex) { return flow_.solve(source_, vertex); }
  /// To be called after to(vertex) has shown that all messages can reach `vertex`: flows to other
  /// vertices then start at `vertex` without limit.
  void settle(std::size_t vertex) { flow_.set_capacity(given_[vertex], MaxFlow::kUnlimited); }
  [[nodiscard]] std::vector<bool> beyond() const {
    std::vector<bool> set = flow_.source_side(source_);
    set.resize(given_.size());
    set.flip();
    return set;
  }

 private:
  std::size_t source_;
  MaxFlow flow_;
  std::vector<std::size_t> given_;
};

WorstCut cut_at(const SpreadGraph& graph, std::vector<bool> inside) {
  WorstCut cut{.inside = std::move(inside), .period = graph.period};
  for (std::size_t v = 0; v < graph.vertices(); ++v) {
    if (!cut.inside[v] && !cut.inside[graph.own[v]]) cut.demand += graph.messages[v];
  }
  for (const SpreadGraph::Arc& arc : graph.arcs) {
    if (!cut.inside[arc.from] && cut.inside[arc.to]) cut.capacity += arc.capacity;
  }
  return cut;
}

// All vertices in an order in which, where possible, an arc leads to each vertex from an earlier
// one, so that flows from settled vertices stay short.
std::vector<std::size_t> near_first(const SpreadGraph& graph) {
  std::vector<std::vector<std::size_t>> out(graph.vertices());
  for (const SpreadGraph::Arc& arc : graph.arcs) out[arc.from].push_back(arc.to);
  std::vector<std::size_t> order;
  std::vector<bool> seen(graph.vertices(), false);
  for (std::size_t start = 0; start < graph.vertices(); ++start) {
    if (seen[start]) continue;
    seen[start] = true;
    order.push_back(start);
    for (std::size_t i = order.size() - 1; i < order.size(); ++i) {
      for (const std::size_t to : out[order[i]]) {
        if (!seen[to]) order.push_back(to);
        seen[to] = true;
      }
    }
  }
  return order;
}

// The cut around the single vertex whose ratio demand / capacity is the largest; the demand of the
// result is 0 if no vertex needs a message. Throws InputError if a vertex that needs messages has
// no arc into it.
WorstCut worst_vertex(const SpreadGraph& graph) {
  std::vector<std::int64_t> capacity(graph.vertices(), 0), demand(graph.vertices(), 0);
  for (const SpreadGraph::Arc& arc : graph.arcs) capacity[arc.to] += arc.capacity;
  const std::int64_t all = graph.all_messages();
  for (std::size_t v = 0; v < graph.vertices(); ++v) {
    if (graph.wants[v]) demand[v] += all - graph.messages[v];
    if (graph.own[v] != v && graph.wants[graph.own[v]]) demand[graph.own[v]] -= graph.messages[v];
  }
  std::size_t worst = graph.vertices();
  for (std::size_t v = 0; v < graph.vertices(); ++v) {
    if (demand[v] == 0) continue;
    if (capacity[v] == 0) throw InputError("a node cannot be reached");
    if (worst == graph.vertices() || demand[v] * capacity[worst] > demand[worst] * capacity[v]) {
      worst = v;
    }
  }
  if (worst == graph.vertices()) return {};
  std::vector<bool> alone(graph.vertices(), false);
  alone[worst] = true;
  return cut_at(graph, std::move(alone));
}

}  // namespace

std::uint64_t WorstCut::cycles(std::uint64_t messages) const {
  const auto rate = static_cast<std::uint64_t>(capacity);
  return (messages * static_cast<std::uint64_t>(demand * period) + rate - 1) / rate;
}

std::optional<WorstCut> worst_cut(const SpreadGraph& graph, std::uint64_t flows) {
  const std::vector<std::size_t> order = near_first(graph);
  WorstCut best = worst_vertex(graph);
  if (best.demand == 0) return std::nullopt;
  for (bool better = true; better;) {
    better = false;
    const std::int64_t shared = std::gcd(best.demand, best.capacity);
    const std::int64_t messages = best.capacity / shared;
    Inflow inflow(graph, best.demand / shared, messages);
    const std::int64_t all = graph.all_messages() * messages;
    for (const std::size_t v : order) {
      if (!graph.wants[v]) continue;
      if (flows-- == 0) {
        best.exact = false;
        return best;
      }
      if (inflow.to(v) >= all) {
        if (graph.symmetric) break;
        inflow.settle(v);
        continue;
      }
      WorstCut cut = cut_at(graph, inflow.beyond());
      if (cut.capacity == 0) throw InputError("a node cannot be reached");
      best = std::move(cut);
      better = true;
      break;
    }
  }
  return best;
}

bool gets_all(const SpreadGraph& graph, std::size_t vertex, std::int64_t periods,
              std::int64_t messages) {
  return Inflow(graph, periods, messages).to(vertex) >= graph.all_messages() * messages;
}

bool all_get_all(const SpreadGraph& graph) {
  Inflow inflow(graph, 1, 1);
  const std::int64_t all = graph.all_messages();
  for (const std::size_t v : near_first(graph)) {
    if (!graph.wants[v]) continue;
    if (inflow.to(v) < all) return false;
    inflow.settle(v);
  }
  return true;
}

}  // namespace romcast::bounds
