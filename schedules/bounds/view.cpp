// SPDX-License-Identifier: Apache-2.0
#include "schedules/bounds/view.hpp"

#include <algorithm>
#include <set>

namespace romcast::bounds {
namespace {

// The number of steps from `start` to each node, by breadth-first search; kUnreachable: there is no
// path. `steps(node, visit)` calls `visit` with each node that is one step from `node`.
template <class Steps>
std::vector<Distance> breadth_first(const Topology& topology, NodeId start, Steps steps) {
  std::vector<Distance> distances(topology.nodes(), kUnreachable);
  std::vector<NodeId> queue{start};
  queue.reserve(topology.nodes());
  distances[start] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const NodeId at = queue[i];
    steps(at, [&](NodeId next) {
      if (distances[next] != kUnreachable) return;
      distances[next] = static_cast<Distance>(distances[at] + 1);
      queue.push_back(next);
    });
  }
  return distances;
}

bool symmetric(const Topology& topology) {
  std::vector<std::pair<NodeId, NodeId>> forth, back;
  for (const Channel& c : topology.channels()) {
    forth.emplace_back(c.from, c.to);
    back.emplace_back(c.to, c.from);
  }
  std::ranges::sort(forth);
  std::ranges::sort(back);
  return forth == back;
}

std::uint64_t limited(std::uint64_t links, std::uint32_t ports) {
  return ports == kNone ? links : std::min<std::uint64_t>(links, ports);
}

}  // namespace

std::vector<Distance> distances_from(const Topology& topology, NodeId node) {
  return breadth_first(topology, node, [&](NodeId at, const auto& visit) {
    if (at != node && !topology.forwards(at)) return;
    for (const ChannelId c : topology.outputs(at)) visit(topology.channels()[c].to);
  });
}

std::vector<Distance> distances_to(const Topology& topology, NodeId node) {
  return breadth_first(topology, node, [&](NodeId at, const auto& visit) {
    if (at != node && !topology.forwards(at)) return;
    for (const ChannelId c : topology.inputs(at)) visit(topology.channels()[c].from);
  });
}

View::View(const Task& task, std::uint64_t work) : task_(task), work_(work) {
  const Topology& topology = task.topology;
  const PortLimit limit = topology.port_limit(task.ports);
  send_rate_.assign(nodes(), 0);
  receive_rate_.assign(nodes(), 0);
  for (const Channel& c : topology.channels()) {
    send_rate_[c.from] += c.capacity;
    receive_rate_[c.to] += c.capacity;
  }
  for (std::uint64_t& rate : send_rate_) rate = limited(rate, limit.sends);
  for (std::uint64_t& rate : receive_rate_) rate = limited(rate, limit.receives);
  if (exchange()) read_exchange();
  probes_ = choose_probes(work);
  const bool both = !symmetric(topology);
  for (const NodeId probe : probes_) {
    from_.push_back(distances_from(topology, probe));
    if (both) to_.push_back(distances_to(topology, probe));
  }
  const std::uint64_t spent =
      probes_.size() * (nodes() + topology.channels().size()) * (both ? 2 : 1);
  work_ -= std::min(work_, spent);
}

void View::read_exchange() {
  exchanged_.resize(processors());
  touching_.resize(processors());
  std::vector<std::vector<NodeId>> wanted(processors());
  for (MessageId m = 0; m < collective().message_numbers(); ++m) {
    const NodeId origin = collective().origin(m);
    touching_[origin].push_back(m);
    for (const NodeId to : collective().group(m)) {
      if (to == origin) continue;
      wanted[origin].push_back(to);
      touching_[to].push_back(m);
    }
  }
  for (NodeId p = 0; p < processors(); ++p) {
    std::ranges::sort(wanted[p]);
    for (const NodeId to : wanted[p]) {
      auto& list = exchanged_[p];
      if (list.empty() || list.back().first != to) list.emplace_back(to, 0);
      ++list.back().second;
    }
  }
}

// All processors if they are at most 8192 and half of `work` steps suffices for the distances from
// all of them; else the source and at most 64 others, spread evenly.
std::vector<NodeId> View::choose_probes(std::uint64_t work) const {
  const std::size_t n = processors();
  const std::uint64_t each = nodes() + topology().channels().size();
  const std::size_t most = std::clamp<std::size_t>(work / 2 / each, 1, 8192);
  if (n <= most) {
    std::vector<NodeId> all(n);
    for (NodeId p = 0; p < n; ++p) all[p] = p;
    return all;
  }
  std::set<NodeId> chosen{collective().source()};
  for (std::size_t i = 0; i < std::min<std::size_t>(most, 64); ++i) {
    chosen.insert(static_cast<NodeId>(i * n / std::min<std::size_t>(most, 64)));
  }
  return {chosen.begin(), chosen.end()};
}

std::uint64_t View::wanted_by(NodeId processor) const {
  if (!topology().is_processor(processor)) return 0;
  if (!exchange()) return collective().message_numbers() - own(processor);
  return touching_[processor].size() - own(processor);
}

std::uint64_t View::wanted(NodeId origin, NodeId processor) const {
  if (origin == processor || origin >= processors() || processor >= processors()) return 0;
  switch (collective().kind()) {
    case CollectiveKind::broadcast:
    case CollectiveKind::scatter:
      return origin == collective().source() ? messages() : 0;
    case CollectiveKind::gather:
      return processor == collective().source() ? messages() : 0;
    case CollectiveKind::exchange: {
      const auto& list = exchanged_[origin];
      const auto found =
          std::ranges::lower_bound(list, processor, {}, &std::pair<NodeId, std::uint32_t>::first);
      return found != list.end() && found->first == processor ? found->second : 0;
    }
    default:
      return messages();
  }
}

}  // namespace romcast::bounds
