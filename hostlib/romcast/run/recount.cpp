// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/recount.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace romcast {
namespace {

constexpr std::size_t kDescribed = 3;  // number of differing nodes that are described

struct Compared {
  std::string_view name;
  const char* what;
  std::int64_t Seen::*value;
  bool queue = false;  // not compared once a message was lost
};
constexpr std::array<Compared, 14> kRegisters{{
    {"hops", "hops", &Seen::hops},
    {"flits", "hops", &Seen::hops},  // of a crossbar
    {"last_hop", "the cycle of the last hop", &Seen::last_hop},
    {"busy", "busy cycles of its links", &Seen::busy},
    {"deliveries", "deliveries", &Seen::deliveries},
    {"last_delivery", "the cycle of the last delivery", &Seen::last_delivery},
    {"last_add", "the time of the last addition", &Seen::last_add},
    {"transit_high", "messages in transit", &Seen::transit_high},
    {"queue_high", "messages queued", &Seen::queue_high, true},
    {"waiting_high", "messages waiting", &Seen::waiting_high, true},
    {"up_high", "messages in an up queue", &Seen::up_high, true},
    {"down_high", "messages for one child", &Seen::down_high, true},
    {"places_high", "places taken", &Seen::places_high, true},
    {"occupancy_high", "messages that pass through", &Seen::occupancy_high, true},
}};

constexpr std::array kCounted{&Seen::hops,       &Seen::last_hop,      &Seen::busy,
                              &Seen::deliveries, &Seen::last_delivery, &Seen::last_add};

void raise(std::int64_t& most, std::size_t value) {
  most = std::max(most, static_cast<std::int64_t>(value));
}

std::string difference(const Registers& registers, const Seen& seen, bool lost) {
  for (const Compared& one : kRegisters) {
    const std::optional<std::int64_t> holds = registers.find(one.name);
    const std::int64_t shows = seen.*one.value;
    if (!holds || *holds == shows || (one.queue && lost)) continue;
    return fmt::format("counts {} as {}, the trace shows {}", *holds, one.what, shows);
  }
  return "";
}

}  // namespace

std::optional<std::int64_t> register_value(const Seen& seen, std::string_view name) {
  const auto found = std::ranges::find(kRegisters, name, &Compared::name);
  if (found == kRegisters.end() || seen.*found->value < 0) return std::nullopt;
  return seen.*found->value;
}

Recount::Recount(const Topology& topology, const Collective& collective, Timing timing, bool logp)
    : topology_(topology),
      collective_(collective),
      timing_(timing),
      logp_(logp),
      receives_in_(timing.overhead + collective.traits().addition),
      delivers_(topology.direct() || topology.crossbar()),
      everything_(collective.multicast() || collective.by_nodes()),
      ends_(collective),
      numbers_(collective.message_numbers()),
      nodes_(topology.nodes()),
      lines_(logp ? topology.nodes() : 0) {
  for (Seen& seen : nodes_) {
    seen.hops = seen.last_hop = 0;
    if (topology.direct()) seen.busy = seen.deliveries = seen.last_delivery = 0;
    if (logp) seen.last_add = seen.transit_high = seen.queue_high = 0;
  }
}

void Recount::step(std::span<const Hop> hops) {
  const auto taking = [&](const Hop& hop) { return !hop.computes() && hop.to == hop.link; };
  for (const Hop& hop : hops) {
    const NodeId from = topology_.channel_at(hop.link).from;
    if (hop.computes()) {
      nodes_[from].last_add = hop.cycle;
    } else if (!taking(hop)) {
      send(hop, from);
    }
  }
  if (!topology_.crossbar()) return;
  for (const Hop& hop : hops) {  // after the sends: a message can be taken when it arrives
    if (taking(hop)) take(hop.link, hop.cycle);
  }
}

void Recount::send(const Hop& hop, NodeId from) {
  const bool startup = hop.starts();
  Seen& seen = nodes_[from];
  seen.busy += startup ? timing_.startup : timing_.per_message;
  if (startup) return;
  ++seen.hops;
  seen.last_hop = hop.cycle;
  ++passed_;
  if (!delivers_) return;
  const NodeId to = topology_.end_of(hop.link, hop.to);
  if (to >= nodes_.size()) return;
  if (logp_) return transit(from, to, hop.cycle + timing_.overhead);
  const NodeId wanted =
      everything_ || hop.message >= numbers_ ? to : ends_.destination(hop.message);
  if (topology_.crossbar()) return deliver(to, hop.cycle + timing_.latency - 1);
  if (wanted == kNone || wanted == to) {
    deliver(to, hop.cycle + topology_.channel_at(hop.link).time.delay() - 1);
  }
}

// A message is on the line to its receiver in the cycles [begin, begin + L).
void Recount::transit(NodeId from, NodeId to, Cycle begin) {
  const Cycle last = begin + timing_.latency - 1;
  const auto pass = [&](std::deque<Cycle>& line, std::int64_t& most) {
    while (!line.empty() && line.front() < begin) line.pop_front();
    line.push_back(last);
    raise(most, line.size());
  };
  pass(lines_[from].leaving, nodes_[from].transit_high);
  // Buffered: if two messages are sent to a receiver in the same cycle, the second takes the
  // receiver's other line.
  auto& [first, second] = lines_[to].coming;
  const bool taken = timing_.buffered && !first.empty() && first.back() == last;
  pass(taken ? second : first, most_coming_);
  if (timing_.buffered) {
    lines_[to].waiting.push_back(last);
  } else {
    deliver(to, last + receives_in_);
  }
}

// Counts the delivery of a message that the node takes in `cycle`. On buffered LogP machines, this
// is the first message in the node's queue, and queue_high is raised to the number of messages that
// have arrived in the queue, including this one.
void Recount::take(NodeId node, Cycle cycle) {
  if (lines_.empty()) return deliver(node, cycle + receives_in_);
  std::deque<Cycle>& waiting = lines_[node].waiting;
  const auto later = std::ranges::upper_bound(waiting, cycle);
  raise(nodes_[node].queue_high, static_cast<std::size_t>(later - waiting.begin()));
  if (!waiting.empty()) waiting.pop_front();
  deliver(node, cycle + receives_in_);
}

void Recount::deliver(NodeId node, Cycle cycle) {
  ++nodes_[node].deliveries;
  std::int64_t& last = nodes_[node].last_delivery;
  last = std::max<std::int64_t>(last, cycle);
}

Seen Recount::expected(NodeId node, const std::vector<LevelQueues>& queues,
                       const StoreMarks& stores) const {
  Seen seen = nodes_[node];
  const std::size_t number = node - topology_.first_switch();
  if (logp_ || number >= queues.size()) return seen;
  const LevelQueues& marks = queues[number];
  seen.queue_high = marks.max_queue;
  seen.waiting_high = marks.max_waiting;
  seen.up_high = marks.max_up_fifo;
  seen.down_high = marks.max_down_fifo;
  if (number < stores.places.size()) seen.places_high = stores.places[number];
  if (number < stores.occupancy.size()) seen.occupancy_high = stores.occupancy[number];
  return seen;
}

std::vector<std::uint64_t> Recount::counts() const {
  std::vector<std::uint64_t> counts;
  for (const Seen& seen : nodes_) {
    for (const auto value : kCounted) counts.push_back(static_cast<std::uint64_t>(seen.*value));
  }
  return counts;
}

// A rank that saw only part of the trace can only have counted less, so take the maximum.
void Recount::add_part(std::span<const std::uint64_t> counts) {
  std::size_t at = 0;
  for (Seen& seen : nodes_) {
    for (const auto value : kCounted) {
      seen.*value = std::max(seen.*value, static_cast<std::int64_t>(counts[at++]));
    }
  }
}

std::vector<std::string> Recount::differences(const Readings& result,
                                              const std::vector<LevelQueues>& queues,
                                              const StoreMarks& stores, bool lost) const {
  std::vector<std::string> texts;
  for (const NodeRegisters& one : result.switches) {
    const std::string text = difference(one.registers, expected(one.node, queues, stores), lost);
    if (text.empty()) continue;
    texts.push_back(fmt::format("{} {}", topology_.node_name(one.node), text));
    if (texts.size() == kDescribed) return texts;
  }
  if (!result.crossbar) return texts;
  const std::string text = difference(*result.crossbar, expected_of_crossbar(), lost);
  if (!text.empty()) texts.push_back(fmt::format("the crossbar {}", text));
  return texts;
}

}  // namespace romcast
