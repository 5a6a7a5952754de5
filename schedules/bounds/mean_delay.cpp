// SPDX-License-Identifier: Apache-2.0
// A source cannot send all of its messages in the first cycle, so messages wait for its links; a
// destination cannot receive all of its messages in the last cycle, so others arrive earlier. If a
// schedule delivers M messages in T cycles,
//   T * M >= waits at sources + delays + cycles from the arrivals to the last cycle,
// where each term is the least possible sum over all messages. This bound of T is nearly exact for
// networks of endpoints in which links into destinations are the bottleneck: for an alltoall with
// one message of each pair among n endpoints with one link each, it is n - 2 + mean distance.
#include <fmt/format.h>

#include <algorithm>

#include "schedules/bounds/view.hpp"

namespace romcast::bounds {
namespace {

// The least sum of the waits, in cycles, of `count` messages at a node that uses at most `ports` of
// its links at a time; `cycles` has the cycles per message of each link. A link with c cycles per
// message can begin, or end, one message at each of the times 0, c, 2c, ...
std::uint64_t waits(std::vector<std::uint64_t> cycles, std::uint32_t ports, std::uint64_t count) {
  if (cycles.empty() || count == 0) return 0;
  if (ports < cycles.size()) cycles.assign(ports, *std::ranges::min_element(cycles));
  const auto begun = [&](std::uint64_t time) {  // most messages up to this time
    std::uint64_t all = 0;
    for (const std::uint64_t c : cycles) all += time / c + 1;
    return all;
  };
  std::uint64_t last = 0, most = count * *std::ranges::max_element(cycles);
  while (last < most) {
    const std::uint64_t middle = last + (most - last) / 2;
    begun(middle) >= count ? most = middle : last = middle + 1;
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t c : cycles) {
    const std::uint64_t times = last / c;
    sum += c * (times * (times + 1) / 2);
  }
  return sum - last * (begun(last) - count);
}

// The delays from a processor to all nodes.
std::vector<std::uint32_t> delays_of(const View& view, NodeId processor) {
  if (view.topology().timed()) return delays_from(view.topology(), processor);
  const std::vector<Distance>& hops = view.from(processor);
  return {hops.begin(), hops.end()};
}

}  // namespace

Found mean_delay(const View& view) {
  const Collective& collective = view.collective();
  const Topology& topology = view.topology();
  if (!view.complete() || collective.multicast() || collective.passes()) return std::nullopt;
  std::vector<std::vector<std::uint64_t>> out(view.nodes()), in(view.nodes());
  double slowest = 0;
  for (const Channel& c : topology.channels()) {
    slowest = std::max(slowest, double(c.time.cycles));
    out[c.from].insert(out[c.from].end(), c.capacity, c.time.cycles);
    in[c.to].insert(in[c.to].end(), c.capacity, c.time.cycles);
  }
  const auto n = static_cast<NodeId>(view.processors());
  std::vector<std::uint64_t> sent(n, 0), received(n, 0);
  std::uint64_t messages = 0, travel = 0, waiting = 0;
  double most = 0;  // an upper limit of travel + waiting
  for (NodeId from = 0; from < n; ++from) {
    const std::vector<std::uint32_t> delays = delays_of(view, from);
    for (NodeId to = 0; to < n; ++to) {
      const std::uint64_t count = view.wanted(from, to);
      if (count == 0) continue;
      sent[from] += count;
      received[to] += count;
      messages += count;
      travel += count * delays[to];
      most += double(count) * delays[to];
    }
  }
  // A message waits at most for all other messages of its source and of its destination. The sums
  // must fit into 64 bits.
  for (NodeId p = 0; p < n; ++p) {
    most +=
        slowest * (double(sent[p]) * double(sent[p]) + double(received[p]) * double(received[p]));
  }
  if (messages == 0 || most > 0x1p62) return std::nullopt;
  for (NodeId p = 0; p < n; ++p) {
    const PortLimit limit = topology.port_limit_of(p, view.ports());
    waiting += waits(std::move(out[p]), limit.sends, sent[p]);
    waiting += waits(std::move(in[p]), limit.shared ? limit.sends : limit.receives, received[p]);
  }
  return Bound{divided_up(travel + waiting, messages), "mean delay",
               fmt::format("{} messages wait {} cycles at least for the links of their sources and "
                           "destinations, and travel {}",
                           messages, waiting, travel)};
}

}  // namespace romcast::bounds
