// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/store_places.hpp"

#include <algorithm>

#include "romcast/core/stored_network.hpp"

namespace romcast {

StorePlaces::StorePlaces(const Topology& network, const Collective& collective, Ports ports,
                         std::vector<char> here)
    : network_(network),
      collective_(collective),
      here_(std::move(here)),
      single_(one_port(network, ports)),
      exchanges_(!collective.multicast() && !collective.copies()),
      own_banks_(exchanges_ && !single_),
      moves_(!collective.multicast()),
      taken_(single_ ? network.nodes() : network.links(), 0),
      sent_(taken_.size(), 0),
      most_(network.nodes(), 0),
      fills_(network.nodes()),
      banks_(network.links()),
      kept_(moves_ ? collective.message_numbers() : 0, Kept{}),
      sent_from_(own_banks_ ? network.links() : 0, 0),
      own_sent_(own_banks_ ? network.nodes() : 0, 0),
      full_(own_banks_ ? network.links() : 0),
      arrived_(own_banks_ ? network.links() : 0, 0),
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

std::vector<std::uint32_t> StorePlaces::by_node() const {
  if (!rings_) return most_;
  const std::uint32_t ring = most();
  std::vector<std::uint32_t> taken;
  for (NodeId node = 0; node < network_.nodes(); ++node) {
    taken.push_back(static_cast<std::uint32_t>(collective_.own_messages(node)));
  }
  for (LinkId link = 0; link < network_.links(); ++link) {
    std::uint32_t& most = taken[network_.channel_at(link).to];
    most = std::max(most, std::min(arrived_[link], ring));
  }
  return taken;
}

std::uint32_t StorePlaces::slots_of_link(LinkId link) const {
  if (single_) return 0;
  return rings_ ? rings_of_[link] : taken_[link];
}

// The counts of a rank combine by maximum: for other nodes they are initial values or 0.
std::vector<std::uint64_t> StorePlaces::counts() const {
  std::vector<std::uint64_t> counts{rings_ ? 1U : 0U, ring_};
  counts.insert(counts.end(), most_.begin(), most_.end());
  counts.insert(counts.end(), arrived_.begin(), arrived_.end());
  counts.insert(counts.end(), rings_of_.begin(), rings_of_.end());
  for (const Fill& fill : fills_) counts.insert(counts.end(), {fill.most, fill.most_waiting});
  for (const Fill& bank : banks_) counts.push_back(bank.most);
  if (!single_) counts.insert(counts.end(), taken_.begin(), taken_.end());
  return counts;
}

void StorePlaces::add_part(std::span<const std::uint64_t> counts) {
  const auto raise = [](std::uint32_t& most, std::uint64_t value) {
    most = std::max(most, static_cast<std::uint32_t>(value));
  };
  rings_ = rings_ || counts[0] != 0;
  raise(ring_, counts[1]);
  counts = counts.subspan(2);
  std::size_t at = 0;
  const auto raise_all = [&](std::vector<std::uint32_t>& values) {
    for (std::uint32_t& value : values) raise(value, counts[at++]);
  };
  raise_all(most_);
  raise_all(arrived_);
  raise_all(rings_of_);
  for (Fill& fill : fills_) {
    raise(fill.most, counts[at++]);
    raise(fill.most_waiting, counts[at++]);
  }
  for (Fill& bank : banks_) raise(bank.most, counts[at++]);
  if (!single_) raise_all(taken_);
}

bool StorePlaces::stays(MessageId message, NodeId at) const {
  return !exchanges_ || (known(message) && collective_.destination(message) != at);
}

// The sends of a cycle, before its arrivals.
void StorePlaces::pass_on(std::span<const Hop> hops) {
  if (!moves_) return;
  const auto all_passing = [&](auto act) {
    for (const Hop& hop : hops) {
      const NodeId from = network_.channel_at(hop.link).from;
      if (!hop.starts() && known(hop.message) && here(from)) act(hop, from);
    }
  };
  all_passing([&](const Hop& hop, NodeId from) {
    Kept& kept = kept_.at(hop.message);
    if (kept.node != from) return;
    fills_[from].settle(hop.cycle - 1);
    --fills_[from].count;
    --banks_[kept.bank].count;
    if (!own_banks_) kept.node = kNone;  // else leave() needs it
  });
  all_passing([&](const Hop& hop, NodeId from) { fills_[from].settle(hop.cycle); });
}

void StorePlaces::enter(const Hop& hop, NodeId to) {
  if (moves_ && (!known(hop.message) || collective_.destination(hop.message) == to)) return;
  fills_[to].enter(hop.cycle);
  banks_[hop.link].enter(hop.cycle);
  if (moves_ && !own_banks_) kept_.at(hop.message) = {.node = to, .bank = hop.link};
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
  kept_.at(hop.message) = {to, hop.link, number, arrived_[hop.link]++};
  if (rings_) return;
  std::vector<bool>& full = full_[hop.link];
  if (full.size() <= number) full.resize(number + std::size_t{1}, false);
  if (full[number]) rings_ = true;
  full[number] = true;
}

// Multicast messages stay in their slots.
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
  pass_on(hops);
  if (single_ && !exchanges_) return stay(hops);
  for (const Hop& hop : hops) {
    if (hop.starts()) continue;
    sent_[single_ ? network_.channel_at(hop.link).from : hop.link] = hop.cycle;
    if (own_banks_) leave(hop);
  }
  for (const Hop& hop : hops) {
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
