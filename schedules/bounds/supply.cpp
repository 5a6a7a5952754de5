// SPDX-License-Identifier: Apache-2.0
// Broadcast, allgather, exchanges with multicasts: each message that a processor receives comes
// from one of the processor's neighbours. If T cycles are enough, then the receptions of all
// processors can be assigned to sending neighbours so that no node sends more than T times what the
// node's links and ports allow in a cycle, and no channel carries more than T messages per lane: a
// maximum flow between senders and receivers (Hall 1935; Ford & Fulkerson 1958). This bound matters
// where a node has several leaves.
#include <fmt/format.h>

#include "schedules/bounds/max_flow.hpp"
#include "schedules/bounds/view.hpp"

namespace romcast::bounds {
namespace {

bool enough(const View& view, std::uint64_t cycles) {
  const std::size_t n = view.nodes(), source = 2 * n, sink = 2 * n + 1;
  MaxFlow flow(2 * n + 2);
  const auto whole = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
  std::int64_t all = 0;
  for (NodeId v = 0; v < n; ++v) {
    flow.connect(source, v, whole(cycles * view.send_rate(v)));
    flow.connect(n + v, sink, whole(view.wanted_by(v)));
    all += whole(view.wanted_by(v));
  }
  for (const Channel& c : view.topology().channels()) {
    flow.connect(c.from, n + c.to, whole(cycles * c.capacity));
  }
  return flow.solve(source, sink) == all;
}

}  // namespace

Found supply(const View& view) {
  if (!view.collective().multicast()) return std::nullopt;
  const std::uint64_t size = (view.nodes() + view.topology().channels().size()) * 60;
  if (size * 16 > view.work()) return std::nullopt;
  std::uint64_t least = 1, most = 1;
  for (NodeId v = 0; v < view.processors(); ++v) {
    if (view.receive_rate(v) == 0) continue;
    least = std::max(least, divided_up(view.wanted_by(v), view.receive_rate(v)));
  }
  if (least > 1'000'000'000) return std::nullopt;
  for (most = least; !enough(view, most); most *= 2) least = most + 1;
  while (least < most) {
    const std::uint64_t middle = (least + most) / 2;
    enough(view, middle) ? most = middle : least = middle + 1;
  }
  return Bound{most, "supply",
               "what all must get, dealt out to the neighbours that can send it, as a maximum flow "
               "(Hall 1935; Ford & Fulkerson 1958)"};
}

}  // namespace romcast::bounds
