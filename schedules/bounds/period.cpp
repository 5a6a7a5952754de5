// SPDX-License-Identifier: Apache-2.0
#include "schedules/bounds/period.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "romcast/core/wording.hpp"
#include "schedules/bounds/view.hpp"

namespace romcast::bounds {
namespace {

// Work limit of each bound: visits of channels, nodes and messages.
constexpr std::uint64_t kMostLooks = 400'000'000;
constexpr std::uint64_t kMostPairs = 100'000'000;  // pairs of nodes with a stored distance

using Wanted = std::vector<std::vector<NodeId>>;  // by message: destinations; empty if reduced

Wanted wanted_of(const Collective& collective) {
  Wanted wanted(collective.message_numbers());
  const auto processors = static_cast<NodeId>(collective.processors());
  for (MessageId m = 0; m < wanted.size(); ++m) {
    if (collective.reduction_of(m) != nullptr) continue;
    if (collective.kind() == CollectiveKind::exchange) {
      wanted[m].assign(collective.group(m).begin(), collective.group(m).end());
    } else if (const NodeId end = collective.destination(m); end != kNone) {
      if (end != collective.origin(m)) wanted[m].push_back(end);
    } else {
      for (NodeId p = 0; p < processors; ++p) {
        if (collective.wants(m, p)) wanted[m].push_back(p);
      }
    }
  }
  return wanted;
}

class PeriodBounds {
 public:
  explicit PeriodBounds(const Task& task)
      : task_(task), network_(task.topology), wanted_(wanted_of(task.collective)) {}

  std::vector<Bound> all() {
    endpoint();
    total_distance();
    operators();
    if (std::uint64_t{network_.nodes()} * network_.nodes() <= kMostPairs) {
      measure();
      cuts();
    }
    std::ranges::stable_sort(found_, std::ranges::greater{}, &Bound::cycles);
    return std::move(found_);
  }

 private:
  // The most words that a node sends, or receives, in a cycle.
  [[nodiscard]] std::uint64_t rate(NodeId node, bool sends) const {
    const PortLimit limit = network_.port_limit_of(node, task_.ports);
    std::uint64_t links = 0;
    for (const ChannelId c : sends ? network_.outputs(node) : network_.inputs(node)) {
      links += network_.channels()[c].capacity;
    }
    return std::min<std::uint64_t>(links, sends ? limit.sends : limit.receives);
  }

  void endpoint() {
    std::vector<std::uint64_t> sent(network_.nodes(), 0), received(network_.nodes(), 0);
    for (MessageId m = 0; m < wanted_.size(); ++m) {
      if (!wanted_[m].empty()) ++sent[task_.collective.origin(m)];
      for (const NodeId to : wanted_[m]) ++received[to];
    }
    for (const Flow& flow : task_.collective.flows()) {
      if (!flow.reduces()) continue;
      for (const NodeId from : flow.sources) sent[from] += flow.words;
      for (const NodeId to : flow.destinations) received[to] += flow.words;
    }
    Bound best;
    for (NodeId v = 0; v < network_.processors(); ++v) {
      for (const bool sends : {true, false}) {
        const std::uint64_t words = sends ? sent[v] : received[v];
        if (words == 0 || rate(v, sends) == 0) continue;
        const std::uint64_t cycles = divided_up(words, rate(v, sends));
        if (cycles <= best.cycles) continue;
        best = {cycles, "endpoint",
                fmt::format("{} {} {} in each frame, {} a cycle", network_.node_name(v),
                            sends ? "sends" : "receives", counted(words, "word"), rate(v, sends))};
      }
    }
    if (best.cycles > 0) found_.push_back(std::move(best));
  }

  void measure() {
    for (NodeId v = 0; v < network_.nodes(); ++v) {
      distances_.push_back(distances_from(network_, v));
    }
  }

  // Counts only hops between nodes that forward; endpoint() bounds the links of endpoints.
  void total_distance() {
    std::uint64_t hops = 0, links = 0;
    for (const Channel& channel : network_.channels()) {
      if (network_.forwards(channel.from) && network_.forwards(channel.to)) {
        links += channel.capacity;
      }
    }
    std::map<NodeId, std::vector<MessageId>> by_origin;
    for (MessageId m = 0; m < wanted_.size(); ++m) {
      if (!wanted_[m].empty()) by_origin[task_.collective.origin(m)].push_back(m);
    }
    const std::uint64_t work = network_.channels().size() + network_.nodes();
    if (by_origin.size() * work > kMostLooks) return;
    for (const auto& [from, messages] : by_origin) {
      const std::vector<Distance> distances = distances_from(network_, from);
      for (const MessageId m : messages) {
        std::uint64_t furthest = 0;
        for (const NodeId to : wanted_[m]) {
          const std::uint64_t ends =
              (network_.forwards(from) ? 0U : 1U) + (network_.forwards(to) ? 0U : 1U);
          const std::uint64_t distance = distances[to];
          furthest = std::max(furthest, distance - std::min(distance, ends));
        }
        hops += furthest;
      }
    }
    for (const Flow& flow : task_.collective.flows()) hops += flow.words * combined_hops(flow);
    if (hops == 0 || links == 0) return;
    found_.push_back(
        {divided_up(hops, links), "total distance",
         fmt::format("the words of a frame take {} hops at least over {} links", hops, links)});
  }

  // The forwarding node that all words of a processor pass; kNone if there is no such node.
  [[nodiscard]] NodeId home(NodeId processor) const {
    if (network_.forwards(processor)) return processor;
    std::set<NodeId> homes;
    for (const ChannelId c : network_.outputs(processor)) homes.insert(network_.channels()[c].to);
    for (const ChannelId c : network_.inputs(processor)) homes.insert(network_.channels()[c].from);
    return homes.size() == 1 && network_.forwards(*homes.begin()) ? *homes.begin() : kNone;
  }

  // The least number of hops between forwarding nodes that a word of a reduction takes. Until some
  // node has the result, each other node with a source must send; afterwards each other node with a
  // destination must receive. 0 if the flow does not reduce, or if a processor has no home().
  [[nodiscard]] std::uint64_t combined_hops(const Flow& flow) const {
    if (!flow.reduces()) return 0;
    std::set<NodeId> from, to;
    for (const NodeId p : flow.sources) from.insert(home(p));
    for (const NodeId p : flow.destinations) to.insert(home(p));
    if (from.contains(kNone) || to.contains(kNone)) return 0;
    const bool both = std::ranges::any_of(from, [&](NodeId v) { return to.contains(v); });
    return from.size() + to.size() - (both ? 2 : 1);
  }

  // Bound of the combinations: a forwarding node with two or more inputs (a processor's own word
  // counts as an input) combines at most two words in a cycle, and a word with s sources needs
  // s - 1 combinations.
  void operators() {
    std::uint64_t needed = 0, nodes = 0;
    for (const Flow& flow : task_.collective.flows()) {
      if (flow.reduces()) needed += flow.words * std::uint64_t{flow.sources.size() - 1};
    }
    if (needed == 0) return;
    for (NodeId v = 0; v < network_.nodes(); ++v) {
      const std::size_t inputs = network_.inputs(v).size() + (network_.is_processor(v) ? 1 : 0);
      if (network_.forwards(v) && inputs > 1) ++nodes;
    }
    if (nodes == 0) return;
    found_.push_back({divided_up(needed, nodes), "operator",
                      fmt::format("the words of a frame take {} combinations at least, and {} "
                                  "nodes can combine",
                                  needed, nodes)});
  }

  // For each channel, the cut between the nodes nearer to its sender than to its receiver, and all
  // other nodes.
  void cuts() {
    Bound best;
    std::uint64_t looks = 0;
    for (const Channel& channel : network_.channels()) {
      looks += wanted_.size() + network_.channels().size() + network_.processors();
      if (looks > kMostLooks) break;
      const auto near = [&](NodeId v) {
        return distances_[v][channel.from] < distances_[v][channel.to];
      };
      std::uint64_t links = 0, words = 0, inside = 0;
      for (const Channel& other : network_.channels()) {
        if (near(other.from) && !near(other.to)) links += other.capacity;
      }
      for (NodeId v = 0; v < network_.processors(); ++v) inside += near(v) ? 1U : 0U;
      for (MessageId m = 0; m < wanted_.size(); ++m) {
        if (!near(task_.collective.origin(m))) continue;
        words += std::ranges::any_of(wanted_[m], [&](NodeId to) { return !near(to); }) ? 1U : 0U;
      }
      for (const Flow& flow : task_.collective.flows()) {
        const bool leaves = flow.reduces() && std::ranges::any_of(flow.sources, near) &&
                            !std::ranges::all_of(flow.destinations, near);
        if (leaves) words += flow.words;
      }
      if (links == 0 || words == 0 || divided_up(words, links) <= best.cycles) continue;
      best = {divided_up(words, links), "cut",
              fmt::format("{} words of each frame go from the {} processors nearer to {} than to "
                          "{} over {} links",
                          words, inside, network_.node_name(channel.from),
                          network_.node_name(channel.to), links)};
    }
    if (best.cycles > 0) found_.push_back(std::move(best));
  }

  const Task& task_;
  const Topology& network_;
  const Wanted wanted_;
  std::vector<std::vector<Distance>> distances_;
  std::vector<Bound> found_;
};

}  // namespace

std::vector<Bound> period_bounds(const Task& task) {
  if (task.collective.expected_deliveries() == 0) return {};
  return PeriodBounds(task).all();
}

std::uint64_t no_wait_period(const Task& task, std::uint64_t bound) {
  if (task.collective.reduces()) return bound;
  const Topology& network = task.topology;
  const Wanted wanted = wanted_of(task.collective);
  std::vector<std::uint64_t> sent(network.processors(), 0), received(network.processors(), 0);
  for (MessageId m = 0; m < wanted.size(); ++m) {
    if (wanted[m].size() > 1) return bound;
    for (const NodeId to : wanted[m]) {
      ++sent[task.collective.origin(m)];
      ++received[to];
    }
  }
  const auto ends = [&](std::span<const ChannelId> channels) {
    return channels.size() == 1 && network.channels()[channels.front()].capacity == 1;
  };
  for (NodeId v = 0; v < network.processors(); ++v) {
    const bool full = sent[v] == bound && received[v] == bound;
    if (!full || !ends(network.outputs(v)) || !ends(network.inputs(v))) return bound;
  }
  if (network.processors() * (network.channels().size() + network.nodes()) > kMostLooks) {
    return bound;
  }
  std::vector<std::vector<Distance>> distances(network.processors());
  std::uint64_t hops = 0;
  for (MessageId m = 0; m < wanted.size(); ++m) {
    if (wanted[m].empty()) continue;
    const NodeId from = task.collective.origin(m);
    if (distances[from].empty()) distances[from] = distances_from(network, from);
    hops += distances[from][wanted[m].front()] - 1U;  // cycles from a word's first hop to its last
  }
  return hops % bound == 0 ? bound : bound + 1;
}

}  // namespace romcast::bounds
