// SPDX-License-Identifier: Apache-2.0
#include "romcast/view/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace romcast {
namespace {

// The stay of a message in a node, from the cycle of its arrival to that of its last send.
struct Stay {
  NodeId node;
  std::uint64_t came, left;
};

// The stays of all messages that are sent on. Scans the hops backwards, so that the last send of a
// message is seen first.
std::vector<Stay> stays(const Topology& topology, const TimedHops& timed) {
  std::vector<Stay> found;
  std::unordered_map<std::uint64_t, std::uint64_t> last_send;  // by node and message
  const auto key = [](NodeId node, MessageId message) {
    return std::uint64_t{node} << 32 | message;
  };
  const std::vector<TimedHop>& hops = timed.hops;
  for (std::size_t end = hops.size(); end > 0;) {
    std::size_t begin = end;
    while (begin > 0 && hops[begin - 1].cycle == hops[end - 1].cycle) --begin;
    for (std::size_t i = begin; i < end; ++i) {
      if (hops[i].kind != TimedHop::Kind::message) continue;
      const auto sent = last_send.find(key(hops[i].to, hops[i].message));
      if (sent == last_send.end()) continue;
      found.push_back({hops[i].to, hops[i].end, sent->second});
      last_send.erase(sent);
    }
    for (std::size_t i = begin; i < end; ++i) {
      if (hops[i].kind != TimedHop::Kind::message || !topology.forwards(hops[i].from)) continue;
      last_send.emplace(key(hops[i].from, hops[i].message), hops[i].cycle);
    }
    end = begin;
  }
  return found;
}

void hold(std::vector<std::uint64_t>& held, const Bins& bins, std::uint64_t begin,
          std::uint64_t end) {
  while (begin < end) {
    const std::size_t bin = bins.of(begin + 1);
    const std::uint64_t part = bin + 1 == bins.count ? end : std::min(end, (bin + 1) * bins.width);
    held[bin] += part - begin;
    begin = part;
  }
}

// The name of the group of links (UseCurve) to which a channel's links belong. In networks with
// levels the name consists of the channel's direction and the levels of its two ends.
std::string sort_of(const Topology& topology, const Channel& channel) {
  if (topology.crossbar()) return "sends of a processor";
  if (topology.levels() < 2) return "links";
  const unsigned from = topology.level(channel.from), to = topology.level(channel.to);
  return channel.up ? fmt::format("up, level {} to {}", from, to)
                    : fmt::format("down, level {} to {}", from, to);
}

}  // namespace

std::vector<std::vector<DepthChange>> queue_depths(const Topology& topology,
                                                   const TimedHops& hops) {
  std::vector<std::map<std::uint64_t, std::int64_t>> steps(topology.nodes());
  for (const Stay& stay : stays(topology, hops)) {
    ++steps[stay.node][stay.came];
    --steps[stay.node][stay.left];
  }
  std::vector<std::vector<DepthChange>> changes(topology.nodes());
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    std::int64_t depth = 0;
    for (const auto& [cycle, step] : steps[node]) {
      if (step == 0) continue;
      depth += step;
      changes[node].push_back({cycle, static_cast<std::uint32_t>(depth)});
    }
  }
  return changes;
}

Bins::Bins(std::uint64_t last, std::size_t most)
    : width(std::max<std::uint64_t>(1, (last + most - 1) / most)),
      count(static_cast<std::size_t>(std::max<std::uint64_t>(1, (last + width - 1) / width))) {}

std::size_t Bins::of(std::uint64_t time) const {
  return time == 0 ? 0 : std::min(count - 1, static_cast<std::size_t>((time - 1) / width));
}

std::vector<DepthCurve> depth_curves(const Topology& topology,
                                     const std::vector<std::vector<DepthChange>>& depths,
                                     const Bins& bins) {
  std::map<unsigned, DepthCurve> curves;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    if (depths[node].empty()) continue;
    DepthCurve& curve = curves[topology.level(node)];
    curve.level = topology.level(node);
    curve.most.resize(bins.count);
    for (std::size_t i = 0; i + 1 < depths[node].size(); ++i) {
      const DepthChange& now = depths[node][i];
      const std::size_t last = bins.of(depths[node][i + 1].cycle - 1);
      for (std::size_t b = bins.of(now.cycle); b <= last; ++b) {
        curve.most[b] = std::max(curve.most[b], now.depth);
      }
    }
  }
  std::vector<DepthCurve> all;
  for (auto& [level, curve] : curves) all.push_back(std::move(curve));
  return all;
}

std::vector<UseCurve> use_curves(const Topology& topology, const TimedHops& hops,
                                 const Bins& bins) {
  std::map<std::string, UseCurve> curves;
  for (const Channel& channel : topology.channels()) {
    UseCurve& curve = curves[sort_of(topology, channel)];
    curve.count += channel.capacity;
    curve.held.resize(bins.count);
  }
  for (std::size_t i = 0; i < hops.hops.size(); ++i) {
    const TimedHop& hop = hops.hops[i];
    if (hop.kind != TimedHop::Kind::message && hop.kind != TimedHop::Kind::startup) continue;
    const Channel& channel = topology.channels()[hops.channels[i]];
    hold(curves[sort_of(topology, channel)].held, bins, hop.begin, hop.begin + hop.held);
  }
  std::vector<UseCurve> all;
  for (auto& [links, curve] : curves) {
    curve.links = links;
    all.push_back(std::move(curve));
  }
  return all;
}

std::vector<std::uint64_t> loads(const Topology& topology, const TimedHops& hops) {
  std::vector<std::uint64_t> held(topology.channels().size(), 0);
  for (std::size_t i = 0; i < hops.hops.size(); ++i) {
    const TimedHop& hop = hops.hops[i];
    if (hop.kind != TimedHop::Kind::message && hop.kind != TimedHop::Kind::startup) continue;
    held[hops.channels[i]] += hop.held;
  }
  return held;
}

}  // namespace romcast
