// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/store_places.hpp"

#include <algorithm>

#include "romcast/core/stored_network.hpp"

namespace romcast {
namespace {

constexpr std::size_t kMostStays =
    4'000'000;  // largest size of stays_; an entry has about 100 bytes

std::uint64_t stay_key(NodeId node, MessageId message) {
  return std::uint64_t{node} << 32 | message;
}

}  // namespace

StorePlaces::StorePlaces(const Topology& network, const Collective& collective, Ports ports,
                         std::vector<char> here)
    : network_(network),
      collective_(collective),
      crossings_(network),
      here_(std::move(here)),
      single_(one_port(network, ports)),
      exchanges_(collective.frees_slots()),
      own_banks_(exchanges_ && !single_),
      moves_(!collective.multicast()),
      taken_(single_ ? network.nodes() : network.links(), 0),
      sent_(taken_.size(), 0),
      most_(network.nodes(), 0),
      fills_(network.nodes()),
      banks_(network.links()),
      kept_(moves_ ? collective.message_numbers() : 0, Kept{}),
      passes_(moves_ ? 0 : network.nodes()),
      waits_(passes_.size()),
      link_passes_(moves_ ? 0 : network.links()),
      sent_from_(own_banks_ ? network.links() : 0, 0),
      own_sent_(own_banks_ ? network.nodes() : 0, 0),
      full_(own_banks_ ? network.links() : 0),
      arrived_(own_banks_ ? network.links() : 0, 0),
      reach_(own_banks_ ? network.links() : 0, 0),
      rings_of_(own_banks_ ? network.links() : 0, 0) {
  for (NodeId node = 0; node < network.nodes(); ++node) {
    const auto own = static_cast<std::uint32_t>(collective.own_messages(node));
    if (single_) taken_[node] = own;
    most_[node] = own;
  }
  if (single_) return;
  std::vector<std::vector<LinkId>> outputs(network.nodes());  // by node, in port order
  for (NodeId node = 0; node < network.nodes(); ++node) {
    for (const ChannelId c : network.outputs(node)) {
      const Channel& channel = network.channels()[c];
      for (LinkId lane = 0; lane < channel.capacity; ++lane) {
        outputs[node].push_back(channel.first_link + lane);
      }
    }
  }
  for (LinkId link = 0; link < network.links(); ++link) {
    const auto& out = outputs[network.channel_at(link).to];
    const unsigned port = network.in_port(link);
    paired_.push_back(port < out.size() ? out[port] : kNone);
  }
}

std::uint32_t StorePlaces::most() const {
  const std::uint32_t most = std::ranges::max(most_);
  if (!rings_) return most;
  std::uint32_t own = 0;
  for (NodeId node = 0; node < network_.nodes(); ++node) {
    own = std::max(own, static_cast<std::uint32_t>(collective_.own_messages(node)));
  }
  return std::max(own, ring_);
}

std::vector<std::uint32_t> StorePlaces::by_node(bool rings) const {
  if (single_) return most_;
  std::vector<std::uint32_t> taken(network_.nodes(), 0);
  for (LinkId link = 0; link < network_.links(); ++link) {
    std::uint32_t& most = taken[network_.channel_at(link).to];
    most = std::max(most, rings ? std::min(arrived_[link], ring_) : slots_of_link(link, false));
  }
  return taken;
}

StoreNeeds StorePlaces::needs(NodeId begin, NodeId end) const {
  StoreNeeds needs{.bank_occupancy = 0};
  for (NodeId node = begin; node < end; ++node) {
    needs.store = std::max(needs.store, most_[node]);
    needs.own = std::max(needs.own, static_cast<std::uint32_t>(collective_.own_messages(node)));
  }
  for (LinkId link = 0; link < network_.links(); ++link) {
    const NodeId to = network_.channel_at(link).to;
    if (to < begin || to >= end) continue;
    needs.link = std::max(needs.link, slots_of_link(link, false));
    if (can_ring()) needs.ring = std::max(needs.ring, std::min(arrived_[link], ring_));
    const auto occupancy = occupancy_of_link(link);
    needs.bank_occupancy =
        occupancy ? std::max(needs.bank_occupancy, occupancy) : std::optional<std::uint32_t>();
  }
  return needs;
}

std::optional<Occupancy> StorePlaces::occupancy(NodeId node) const {
  if (!followed_) return std::nullopt;
  const Fill& fill = fills_[node];
  if (moves_) return Occupancy{fill.most, fill.most_waiting};
  return Occupancy{std::max(fill.most, passes_[node].most()),
                   std::max(fill.most_waiting, waits_[node].most())};
}

std::optional<std::uint32_t> StorePlaces::occupancy_of_link(LinkId link) const {
  if (!followed_) return std::nullopt;
  const std::uint32_t most = banks_[link].most;
  return moves_ ? most : std::max(most, link_passes_[link].most());
}

std::uint32_t StorePlaces::slots_of_link(LinkId link, bool rings) const {
  if (single_) return 0;
  if (rings) return rings_of_[link];
  return own_banks_ ? reach_[link] : taken_[link];
}

// The counts of nodes that this rank does not own are initial values or 0, so that add_part() can
// take the maximum of each count.
std::vector<std::uint64_t> StorePlaces::counts() const {
  std::vector<std::uint64_t> counts{rings_ ? 1U : 0U, followed_ ? 0U : 1U, ring_};
  counts.insert(counts.end(), most_.begin(), most_.end());
  counts.insert(counts.end(), arrived_.begin(), arrived_.end());
  counts.insert(counts.end(), reach_.begin(), reach_.end());
  counts.insert(counts.end(), rings_of_.begin(), rings_of_.end());
  for (NodeId node = 0; node < network_.nodes(); ++node) {
    const Occupancy one = occupancy(node).value_or(Occupancy{});
    counts.insert(counts.end(), {one.most, one.most_waiting});
  }
  for (LinkId link = 0; link < network_.links(); ++link) {
    counts.push_back(occupancy_of_link(link).value_or(0));
  }
  if (!single_) counts.insert(counts.end(), taken_.begin(), taken_.end());
  return counts;
}

void StorePlaces::add_part(std::span<const std::uint64_t> counts) {
  std::size_t at = 0;
  const auto raise = [&](std::uint32_t& most) {
    most = std::max(most, static_cast<std::uint32_t>(counts[at++]));
  };
  const auto raise_all = [&](std::vector<std::uint32_t>& values) {
    for (std::uint32_t& value : values) raise(value);
  };
  rings_ = counts[at++] != 0 || rings_;
  followed_ = counts[at++] == 0 && followed_;
  raise(ring_);
  raise_all(most_);
  raise_all(arrived_);
  raise_all(reach_);
  raise_all(rings_of_);
  for (Fill& fill : fills_) {
    raise(fill.most);
    raise(fill.most_waiting);
  }
  for (Fill& bank : banks_) raise(bank.most);
  if (!single_) raise_all(taken_);
}

bool StorePlaces::stays(MessageId message, NodeId at) const {
  return !exchanges_ || (known(message) && collective_.destination(message) != at);
}

// Updates the occupancies for the sends of a cycle; called before the arrivals of the cycle enter.
void StorePlaces::pass_on(std::span<const Hop> hops) {
  if (!moves_) {
    for (const Hop& hop : hops) {
      const NodeId from = network_.channel_at(hop.link).from;
      if (!hop.starts() && here(from)) send_on(hop, from);
    }
    return;
  }
  const auto all_passing = [&](auto act) {
    for (const Hop& hop : hops) {
      const NodeId from = network_.channel_at(hop.link).from;
      if (!hop.starts() && known(hop.message) && here(from)) act(hop, from);
    }
  };
  all_passing([&](const Hop& hop, NodeId from) {
    Kept& kept = kept_.at(hop.message);
    if (kept.node != from || !kept.passes) return;
    kept.passes = false;
    fills_[from].settle(hop.cycle - 1);
    --fills_[from].count;
    --banks_[kept.bank].count;
    if (!own_banks_) kept.node = kNone;  // else leave() needs it
  });
  all_passing([&](const Hop& hop, NodeId from) { fills_[from].settle(hop.cycle); });
}

void StorePlaces::enter(const Hop& hop, NodeId to) {
  if (!known(hop.message)) return;
  if (!moves_) {
    if (collective_.origin(hop.message) == to || !followed_) return;
    followed_ = stays_.size() < kMostStays;
    stays_.try_emplace(stay_key(to, hop.message), Stay{.since = hop.cycle, .bank = hop.link});
    return;
  }
  if (collective_.destination(hop.message) == to) return;
  fills_[to].enter(hop.cycle);
  banks_[hop.link].enter(hop.cycle);
  if (!own_banks_) kept_.at(hop.message) = {.node = to, .bank = hop.link};
}

// A multicast message passes through a node from its arrival over a link to its last send. The
// first send adds the cycles since the arrival to passes_, link_passes_ and (without the first of
// these cycles) waits_; each later send adds the cycles since the previous send.
void StorePlaces::send_on(const Hop& hop, NodeId from) {
  const auto found = stays_.find(stay_key(from, hop.message));
  if (found == stays_.end()) return;
  Stay& stay = found->second;
  passes_[from].add(stay.since, hop.cycle);
  waits_[from].add(stay.sent ? stay.since : stay.since + 1, hop.cycle);
  link_passes_[stay.bank].add(stay.since, hop.cycle);
  stay = {.since = hop.cycle, .bank = stay.bank, .sent = true};
}

void StorePlaces::leave(const Hop& hop) {
  const NodeId from = network_.channel_at(hop.link).from;
  if (!known(hop.message) || !here(from)) return;
  Kept& kept = kept_.at(hop.message);
  if (kept.node != from) {  // the node's own message, or one that the node does not hold
    sent_from_[hop.link] = own_sent_[from]++;
    return;
  }
  const std::uint32_t span = arrived_[kept.bank] - kept.arrival;
  rings_of_[kept.bank] = std::max(rings_of_[kept.bank], span);
  ring_ = std::max(ring_, span);
  if (!rings_) full_[kept.bank][kept.number] = false;
  sent_from_[hop.link] = kept.number;
  kept.node = kNone;
}

void StorePlaces::keep(const Hop& hop, NodeId to, bool exchange) {
  const std::uint32_t number = exchange ? sent_from_[paired_[hop.link]] : taken_[hop.link] - 1;
  kept_.at(hop.message) = {
      .node = to, .bank = hop.link, .number = number, .arrival = arrived_[hop.link]++};
  reach_[hop.link] = std::max(reach_[hop.link], number + 1);
  if (rings_) return;
  std::vector<bool>& full = full_[hop.link];
  if (full.size() <= number) full.resize(number + std::size_t{1}, false);
  if (full[number]) rings_ = true;
  full[number] = true;
}

// Counts the arrivals of a cycle in single-port nodes whose messages never free their slots.
void StorePlaces::stay(std::span<const Hop> hops) {
  for (const Hop& hop : hops) {
    const NodeId to = network_.channel_at(hop.link).to;
    if (hop.starts() || !here(to)) continue;
    most_[to] = ++taken_[to];
    enter(hop, to);
  }
}

void StorePlaces::step(std::span<const Hop> hops) {
  if (moves_) {
    for (const Hop& hop : hops) {
      if (known(hop.message)) kept_.fetch(hop.message);
    }
  }
  crossings_.step(hops, [this](auto sends, auto arrivals) { see(sends, arrivals); });
}

void StorePlaces::finish() {
  crossings_.finish([this](auto sends, auto arrivals) { see(sends, arrivals); });
}

void StorePlaces::see(std::span<const Hop> sends, std::span<const Hop> arrivals) {
  pass_on(sends);
  if (single_ && !exchanges_) return stay(arrivals);
  for (const Hop& hop : sends) {
    if (hop.starts()) continue;
    sent_[single_ ? network_.channel_at(hop.link).from : hop.link] = hop.cycle;
    if (own_banks_) leave(hop);
  }
  for (const Hop& hop : arrivals) {
    const NodeId to = network_.channel_at(hop.link).to;
    if (hop.starts() || !here(to) || !stays(hop.message, to)) continue;
    const LinkId paired = single_ ? kNone : paired_[hop.link];
    const bool leaves =
        single_ ? sent_[to] == hop.cycle : paired != kNone && sent_[paired] == hop.cycle;
    const bool exchange = exchanges_ && leaves;
    if (!exchange) most_[to] = std::max(most_[to], ++taken_[single_ ? to : hop.link]);
    enter(hop, to);
    if (own_banks_) keep(hop, to, exchange);
  }
}

}  // namespace romcast
