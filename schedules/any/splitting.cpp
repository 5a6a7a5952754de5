// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/splitting.hpp"

#include <algorithm>

#include "schedules/bounds/max_flow.hpp"

namespace romcast::any {
namespace {

using bounds::SpreadGraph;

class Splitting {
 public:
  Splitting(SpreadGraph& graph, std::int64_t messages)
      : graph_(graph), messages_(messages), all_(graph.all_messages() * messages) {}

  void split_off(std::size_t vertex) {
    for (std::size_t in = 0; in < graph_.arcs.size(); ++in) {
      if (graph_.arcs[in].to != vertex) continue;
      // Arcs back to the vertex where `in` begins are joined after the other arcs, because the
      // capacity that is joined with them is lost.
      for (const bool back : {false, true}) {
        for (std::size_t out = 0; out < graph_.arcs.size(); ++out) {
          if (graph_.arcs[in].capacity == 0) break;
          if (graph_.arcs[out].from != vertex || graph_.arcs[out].capacity == 0) continue;
          if ((graph_.arcs[out].to == graph_.arcs[in].from) == back) join(in, out);
        }
      }
    }
    std::erase_if(graph_.arcs, [&](const SpreadGraph::Arc& arc) {
      return arc.capacity == 0 || arc.from == vertex || arc.to == vertex;
    });
  }

 private:
  // Moves capacity from the arcs `in` and `out` to an arc past the switch, as much as both arcs
  // have and every vertex set can spare (spare()).
  void join(std::size_t in, std::size_t out) {
    const SpreadGraph::Arc from = graph_.arcs[in], to = graph_.arcs[out];
    std::int64_t most = std::min(from.capacity, to.capacity);
    const std::size_t via = from.to;
    // A set that has the switch but neither end of the joined arc loses capacity of `in`; a set
    // that has both ends of the joined arc but not the switch loses capacity of `out`.
    most = std::min(most, spare({from.from, to.to}, {via}, most));
    if (most > 0) most = std::min(most, spare({via}, {from.from, to.to}, most));
    if (most == 0) return;
    graph_.arcs[in].capacity -= most;
    graph_.arcs[out].capacity -= most;
    if (from.from == to.to) return;
    SpreadGraph::Arc joined{from.from, to.to, most, from.path};
    joined.path.insert(joined.path.end(), to.path.begin(), to.path.end());
    graph_.arcs.push_back(std::move(joined));
  }

  // Considers all sets that have all of `inside`, none of `outside`, and a vertex that wants
  // messages. The excess of a set is the capacity of the arcs into the set, minus the number of
  // messages that must enter the set, and at least 0. Returns the least excess if it is below
  // `enough`, else any number from `enough` up to the least excess.
  std::int64_t spare(const std::vector<std::size_t>& outside,
                     const std::vector<std::size_t>& inside, std::int64_t enough) {
    const std::size_t source = graph_.vertices(), sink = source + 1;
    bounds::MaxFlow flow(graph_.vertices() + 2);
    for (const SpreadGraph::Arc& arc : graph_.arcs) {
      if (arc.capacity > 0) flow.connect(arc.from, arc.to, arc.capacity);
    }
    std::vector<std::size_t> given, wanted;
    for (std::size_t v = 0; v < graph_.vertices(); ++v) {
      const std::int64_t messages = graph_.messages[v] * messages_;
      given.push_back(flow.connect(source, v, messages));
      wanted.push_back(flow.connect(v, sink, 0));
      if (graph_.own[v] != v) flow.connect(v, graph_.own[v], messages);
    }
    for (const std::size_t v : outside) flow.set_capacity(given[v], bounds::MaxFlow::kUnlimited);
    bool wants = false;
    for (const std::size_t v : inside) {
      flow.set_capacity(wanted[v], bounds::MaxFlow::kUnlimited);
      wants = wants || graph_.wants[v];
    }
    if (wants) return std::max<std::int64_t>(0, flow.solve(source, sink) - all_);
    std::int64_t least = enough;
    for (std::size_t v = 0; v < graph_.vertices() && least > 0; ++v) {
      if (!graph_.wants[v] || std::ranges::find(outside, v) != outside.end()) continue;
      flow.set_capacity(wanted[v], bounds::MaxFlow::kUnlimited);
      const std::int64_t beyond = flow.solve(source, sink) - all_;
      flow.set_capacity(wanted[v], 0);
      least = std::clamp<std::int64_t>(beyond, 0, least);
      if (beyond >= enough)
        flow.set_capacity(given[v], bounds::MaxFlow::kUnlimited);  // v counts as outside now
    }
    return least;
  }

  SpreadGraph& graph_;
  std::int64_t messages_, all_;
};

}  // namespace

void split_off_switches(SpreadGraph& graph, std::size_t processors, std::int64_t messages) {
  Splitting splitting(graph, messages);
  for (std::size_t v = 0; v < graph.vertices(); ++v) {
    if (graph.node[v] >= processors && !graph.wants[v]) splitting.split_off(v);
  }
}

}  // namespace romcast::any
