// SPDX-License-Identifier: Apache-2.0
// Considers only the messages that one processor sends, or those that it receives: a maximum flow
// in the network of (node, cycle) pairs (Ford & Fulkerson 1958) gives the fewest cycles in which
// these messages can arrive. For the root of a scatter or gather this number is exact; for other
// processors it is a lower bound of the collective's cycles.
#include <fmt/format.h>

#include <algorithm>

#include "schedules/bounds/time_flow.hpp"
#include "schedules/bounds/view.hpp"

namespace romcast::bounds {
namespace {

constexpr std::uint64_t kWorkPerEdge = 60;  // work of building and solving

FlowTask task_at(const View& view, NodeId root, bool gathers) {
  FlowTask task{view.topology(), view.ports(), root, gathers, {}};
  for (NodeId p = 0; p < view.processors(); ++p) {
    task.messages.push_back(
        static_cast<std::uint32_t>(gathers ? view.wanted(p, root) : view.wanted(root, p)));
  }
  return task;
}

bool wants_anything(const FlowTask& task) {
  return std::ranges::any_of(task.messages, [](std::uint32_t m) { return m > 0; });
}

struct Least {
  std::uint64_t cycles = 0;
  bool possible = false;  // false: `cycles` is only a lower bound
};

// The fewest cycles, from `least` on, in which the messages of the task can arrive; only a lower
// bound if `work` does not suffice or the cycles exceed 100,000. The work done is taken off `work`.
Least solve(const FlowTask& task, std::uint64_t least, std::uint64_t& work) {
  for (std::uint64_t cycles = least;; ++cycles) {
    const std::uint64_t price = flow_edges(task.topology, cycles) * kWorkPerEdge;
    if (price > work || cycles > 100'000) return {cycles, false};
    work -= price;
    if (flow_in(task, static_cast<std::uint32_t>(cycles))) return {cycles, true};
  }
}

// True at the root of a scatter or gather: there the bound covers all messages, so it is exact.
bool is_all(const View& view, NodeId root, bool gathers) {
  const CollectiveKind kind = view.collective().kind();
  return root == view.collective().source() &&
         kind == (gathers ? CollectiveKind::gather : CollectiveKind::scatter);
}

}  // namespace

Found flow(const View& view) {
  if (view.messages() > 100'000) return std::nullopt;
  std::uint64_t work = view.work() / 2, best = 0;
  for (const auto bound : {distance, rate, ball}) {
    if (const Found found = bound(view)) best = std::max(best, found->cycles);
  }
  // Processors with the lowest rate of reception first: their bounds are usually the largest.
  std::vector<NodeId> roots = view.probes();
  std::ranges::stable_sort(roots, {}, [&](NodeId v) { return view.receive_rate(v); });
  const std::uint64_t known = best;
  NodeId where = 0;
  bool gathers = false, attained = false;
  for (const NodeId root : roots) {
    for (const bool gets : {true, false}) {
      if (!gets && view.collective().multicast()) continue;
      const FlowTask task = task_at(view, root, gets);
      if (!wants_anything(task)) continue;
      const auto [cycles, possible] = solve(task, std::max<std::uint64_t>(best, 1), work);
      const bool all = possible && is_all(view, root, gets);
      attained = attained || all;
      if (cycles <= best && !all) continue;
      best = cycles;
      where = root;
      gathers = gets;
    }
  }
  if (best == known && !attained) return std::nullopt;
  return Bound{best, "flow",
               fmt::format("what {} {}, as a maximum flow over links and cycles (Ford & Fulkerson "
                           "1958)",
                           view.topology().node_name(where), gathers ? "gets" : "gives"),
               attained};
}

}  // namespace romcast::bounds
