// SPDX-License-Identifier: Apache-2.0
#include "schedules/periodic/frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <span>
#include <unordered_map>

#include "romcast/core/error.hpp"
#include "romcast/core/group.hpp"

namespace romcast::periodic {
namespace {

std::vector<NodeId> destinations_of(const Collective& collective, MessageId message) {
  std::vector<NodeId> all;
  if (collective.kind() == CollectiveKind::exchange) {
    all.assign(collective.group(message).begin(), collective.group(message).end());
    return all;
  }
  const NodeId end = collective.destination(message);
  const auto processors = static_cast<NodeId>(collective.processors());
  for (NodeId p = end == kNone ? 0 : end; p < (end == kNone ? processors : end + 1); ++p) {
    if (collective.wants(message, p)) all.push_back(p);
  }
  return all;
}

[[noreturn]] void refuse_latency(const Flow& flow, Cycle period, std::uint64_t best) {
  throw InputError(
      fmt::format("flow {}: latency {} cannot be met with a period of {}; the best is {}",
                  flow.name, flow.latency, period, best));
}

// The network between the tiles of `topology`, or `topology` itself if it has no tiles. If the
// result is a Cayley graph, its translations map all of `topology`, with the tiles, onto itself.
const Topology& base_of(const Topology& topology) {
  return topology.tiled() != nullptr ? *topology.tiled() : topology;
}

// Returns the shift that makes a single frame end earliest if it is added, modulo the period, to
// the start of every word. Tries only shifts that move the start of some word to 0.
Cycle best_shift(const std::vector<Placed>& placed, Cycle period) {
  std::vector<std::pair<Cycle, std::uint64_t>> ends;  // start and last arrival
  for (const Placed& word : placed) {
    const Cycle start = word.front().cycle % period;
    ends.emplace_back(start, std::uint64_t{start} + word.back().cycle - word.front().cycle + 1);
  }
  std::ranges::sort(ends);
  std::vector<std::uint64_t> last_from(ends.size() + 1, 0);  // last arrival of words i, i+1, ..
  for (std::size_t i = ends.size(); i-- > 0;) {
    last_from[i] = std::max(last_from[i + 1], ends[i].second);
  }
  std::uint64_t best = kNone, before = 0;
  Cycle shift = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const Cycle start = ends[i].first;
    const std::uint64_t last = std::max(last_from[i], before + (i > 0 ? period : 0)) - start;
    // At a tie the smallest shift wins: shift 0 or else the shift that moves the latest start to 0.
    if (last < best || (last == best && shift != 0)) {
      best = last;
      shift = (period - start) % period;
    }
    before = std::max(before, ends[i].second);
  }
  return shift;
}

}  // namespace

void Frame::add_paths(const std::function<std::uint32_t(const Channel&)>& resource) {
  paths_.arcs.resize(topology_->nodes());
  for (NodeId v = 0; v < topology_->nodes(); ++v) {
    paths_.forwards.push_back(topology_->forwards(v) ? 1 : 0);
  }
  for (ChannelId c = 0; c < topology_->channels().size(); ++c) {
    const Channel& channel = topology_->channels()[c];
    const std::uint32_t number = resource(channel);
    if (number >= paths_.capacity.size()) paths_.capacity.resize(number + 1, 1);
    paths_.capacity[number] = channel.capacity;
    paths_.arcs[channel.from].push_back({channel.to, c, number});
  }
}

Frame Frame::whole(const Topology& topology, const Collective& collective, const KeptWords* kept) {
  Frame frame(topology, collective);
  std::unordered_map<MessageId, Placed> placed;
  if (kept != nullptr) {
    for (const Hop& hop : kept->hops) {
      placed[hop.message].push_back({hop.cycle - 1, topology.channel_of(hop.link)});
    }
  }
  frame.keeps_ = !placed.empty();
  std::uint32_t next = 0;
  frame.add_paths([&](const Channel&) { return next++; });
  for (MessageId m = 0; m < collective.message_numbers(); ++m) {
    if (collective.reduction_of(m) != nullptr) continue;
    std::vector<NodeId> to = destinations_of(collective, m);
    if (to.empty()) continue;
    frame.words_.push_back(
        {.from = collective.origin(m), .to = std::move(to), .kept = std::move(placed[m])});
    frame.messages_.push_back(m);
  }
  if (!collective.reduces()) return frame;
  std::vector<const Flow*> reductions;
  for (MessageId m = 0; m < collective.message_numbers(); ++m) {
    if (collective.reduction_of(m) == nullptr) continue;
    reductions.push_back(collective.reduction_of(m));
    frame.messages_.push_back(m);
  }
  frame.reductions_.emplace(topology, std::move(reductions));
  return frame;
}

std::optional<Frame> Frame::node_invariant(const Topology& topology, const Collective& collective) {
  const Topology& base = base_of(topology);
  const CollectiveKind kind = collective.kind();
  const bool alike = kind == CollectiveKind::alltoall || kind == CollectiveKind::allgather;
  if (base.group() == nullptr || !alike || base.links() != base.channels().size()) {
    return std::nullopt;
  }
  Frame frame(topology, collective);
  frame.symmetric_ = true;
  // A resource per class of links that translations move onto each other: links from endpoints,
  // links to endpoints, and the links of each generator.
  const auto processors = static_cast<NodeId>(base.processors());
  frame.add_paths([&](const Channel& channel) -> std::uint32_t {
    if (topology.tiled() != nullptr && channel.from < processors) return 0;
    if (topology.tiled() != nullptr && channel.to < processors) return 1;
    const NodeId from = channel.from % processors, to = channel.to % processors;
    const NodeId by = base.displacement(from, to);
    for (std::uint32_t port = 0; port < base.outputs(0).size(); ++port) {
      if (base.generator(port) == by) return port + 2;
    }
    return 0;
  });
  for (MessageId m = 0; m < collective.message_numbers(); ++m) {
    if (collective.origin(m) != 0) continue;
    std::vector<NodeId> to = destinations_of(collective, m);
    if (to.empty()) continue;
    frame.words_.push_back({.from = 0, .to = std::move(to)});
    frame.messages_.push_back(m);
  }
  return frame;
}

// If a flow with a bound on latency has several words, they start in windows that are spread evenly
// over the frame, so that the gaps between words are small enough. Windows and waiting share the
// slack: the bound minus the least latency.
std::vector<Word> Frame::words(Cycle period, Cycle waiting, unsigned seed) const {
  std::vector<Word> words = words_;
  const std::span<const Flow> flows = collective_->flows();
  if (flows.empty() || symmetric_) return words;
  std::minstd_rand random(seed + 1);
  std::vector<Cycle> phases;
  for (std::size_t f = 0; f < flows.size(); ++f) {
    phases.push_back(static_cast<Cycle>(random() % period));
  }
  for (std::size_t w = 0; w < words.size(); ++w) {
    const auto [f, number] = collective_->flow_of(messages_[w]);
    const Flow& flow = flows[f];
    if (flow.latency == 0) continue;
    const std::uint64_t least = least_latency(flow, period);
    if (least > flow.latency) refuse_latency(flow, period, least);
    const auto slack = static_cast<Cycle>(flow.latency - least);
    // With one word per frame the gap is a whole period for any start, so the word needs no window.
    if (flow.words == 1) {
      words[w].waiting = std::min(waiting, slack);
      continue;
    }
    words[w].waiting = std::min(waiting, slack / 2);
    words[w].earliest =
        static_cast<Cycle>((phases[f] + std::uint64_t{number} * period / flow.words) % period);
    words[w].window = slack - words[w].waiting + 1;
  }
  return words;
}

// The result, in cycles, is the gap between words that are spread evenly over the frame, plus the
// cycles of the flow's longest path, minus 1.
std::uint64_t Frame::least_latency(const Flow& flow, Cycle period) const {
  const std::uint64_t gap = (period + flow.words - 1) / flow.words;
  return gap + path_of(flow) - 1;
}

void Frame::check_latency(Cycle period) const {
  for (const Flow& flow : collective_->flows()) {
    if (flow.latency == 0) continue;
    const std::uint64_t least = least_latency(flow, period);
    if (flow.latency > 0 && least > flow.latency) refuse_latency(flow, period, least);
  }
}

Cycle Frame::path_of(const Flow& flow) const {
  Cycle longest = 0;
  for (std::size_t d = 0; d < flow.destinations.size(); ++d) {
    Cycle cycles = flow.outside.empty() ? 0 : flow.outside[d];
    for (NodeId at = flow.origin; at != flow.destinations[d]; ++cycles) {
      at = topology_->channels()[topology_->route(at, flow.destinations[d])].to;
    }
    longest = std::max(longest, cycles);
  }
  return longest;
}

Cycle Frame::longest_period() const {
  std::uint64_t longest = kNone;
  for (const Flow& flow : collective_->flows()) {
    if (flow.latency == 0) continue;
    const Cycle path = path_of(flow);
    const std::uint64_t gap = flow.latency + 1 - std::min(flow.latency + 1, path);
    longest = std::min(longest, gap * flow.words);
  }
  return static_cast<Cycle>(longest);
}

NodeId Frame::moved(NodeId node, NodeId by) const {
  const Topology& base = base_of(*topology_);
  const auto processors = static_cast<NodeId>(base.processors());
  return node < processors ? base.displaced(by, node)
                           : processors + base.displaced(by, node - processors);
}

MessageId Frame::message_of(std::size_t word, NodeId by) const {
  const MessageId message = messages_[word];
  if (!symmetric_) return message;
  const std::uint32_t each = collective_->messages();
  const std::uint32_t index = message % each;
  if (collective_->kind() == CollectiveKind::allgather) return by * each + index;
  const auto processors = static_cast<NodeId>(collective_->processors());
  const NodeId to = moved(words_[word].to.front(), by);
  return (by * processors + to) * each + index;
}

std::vector<Hop> Frame::hops(const std::vector<Placed>& placed, Terms terms) const {
  // Reductions and kept words must stay in their slots.
  const Cycle shift =
      terms.repeats && !reductions_ && !keeps_ ? best_shift(placed, terms.period) : 0;
  const NodeId nodes = symmetric_ ? static_cast<NodeId>(collective_->processors()) : 1;
  std::vector<Hop> hops;
  std::unordered_map<std::uint64_t, std::uint32_t> lanes;  // lanes in use, by channel and slot
  for (std::size_t w = 0; w < placed.size(); ++w) {
    const Cycle start = placed[w].front().cycle;
    const Cycle begin = (start + shift) % terms.period;
    for (NodeId by = 0; by < nodes; ++by) {
      for (const PlacedHop& hop : placed[w]) {
        ChannelId c = hop.channel;
        if (symmetric_) {
          const Channel& channel = topology_->channels()[c];
          c = topology_->find_channel(moved(channel.from, by), moved(channel.to, by));
        }
        const Cycle cycle = begin + (hop.cycle - start);
        const std::uint32_t lane =
            lanes[std::uint64_t{c} << 32 | (terms.repeats ? cycle % terms.period : cycle)]++;
        hops.push_back({.cycle = cycle + 1,
                        .link = topology_->channels()[c].first_link + lane,
                        .message = message_of(w, by)});
      }
    }
  }
  std::ranges::sort(hops, {}, [](const Hop& hop) { return std::pair(hop.cycle, hop.link); });
  return hops;
}

}  // namespace romcast::periodic
