// SPDX-License-Identifier: Apache-2.0
// Allocates the memory of Wires's inboxes for nodes and processors.
#include <algorithm>
#include <limits>
#include <new>
#include <stdexcept>

#include "romcast/core/error.hpp"
#include "systemc/network.hpp"

namespace romcast {

// Gives each receiver its inboxes, and each link a lane of its receiver's inboxes. The lanes are in
// the order of the links; add_switch() renumbers a switch's lanes in the order of its pins.
void Network::place_inboxes(bool switches_compute) {
  NodeId next_line = first_line_;
  for (LinkId link = 0; link < no_link(); ++link) {
    const NodeId to = topology().channel_at(link).to;
    // A line into a crossbar has no fixed receiver (kNone); node 0 stands for it.
    const NodeId node = to == kNone ? 0 : to;
    end_of_link_.push_back({.node = end_of_line(link) == link ? node : next_line++});
  }
  for (const Channel& channel : topology().channels()) {
    end_of_credits_.push_back({.node = channel.from});
  }
  end_of_link_.emplace_back();
  end_of_credits_.emplace_back();
  for (NodeId node = 0; node < topology().nodes(); ++node) {
    // A switch has no processor to deliver to, unless it computes.
    const bool processor = switches_compute || topology().is_processor(node);
    const Arrival end{.node = processor ? first_processor_ + node : node};
    end_of_link_.insert(end_of_link_.end(), local_lanes(), end);
  }
  // If any link has a line, every link gets a second entry. For a link with a line, the index of
  // the second entry is end_of_line(link); the other second entries are unused.
  const auto first_end = static_cast<LinkId>(end_of_link_.size());
  for (LinkId link = 0; link < no_link() && !lines_.empty(); ++link) {
    end_of_link_.push_back({.node = topology().channel_at(link).to});
  }
  const auto leads_on = [&](LinkId link) {
    if (link < no_link()) return !topology().crossbar();
    if (link >= first_end) return end_of_line(link - first_end) == link;
    return link > no_link() && end_of_link_[link].node >= first_processor_;
  };
  std::vector<std::uint32_t> lanes(owners_.size());
  for (LinkId link = 0; link < end_of_link_.size(); ++link) {
    if (leads_on(link)) ++lanes[end_of_link_[link].node];
  }
  constexpr std::uint32_t line = (sizeof(CacheLine) - sizeof(Inbox)) / sizeof(std::uint64_t);
  add_inbox(line);  // a cache line: the inbox of links without a receiver
  for (const std::uint32_t count : lanes) first_inbox_.push_back(add_inbox(count));
  std::ranges::fill(lanes, 0);
  for (LinkId link = 0; link < end_of_link_.size(); ++link) {
    const NodeId node = end_of_link_[link].node;
    end_of_link_[link].first = first_inbox_[node];
    if (leads_on(link)) set_lane(link, lanes[node]++);
  }
  for (ChannelId channel = 0; channel <= no_channel(); ++channel) {
    Arrival& end = end_of_credits_[channel];
    end.first = first_inbox_[end.node];
    if (channel < no_channel()) end.inbox = end.first;
  }
}

// Appends empty inboxes for `lanes` lanes; returns the byte offset of the first of these inboxes.
// Throws InputError if all inboxes together exceed 4 GB.
std::uint32_t Network::add_inbox(std::uint32_t lanes) {
  const std::uint32_t at = inbox_end_;
  const std::uint32_t bytes = inbox_bytes(lanes);
  if (bytes > std::numeric_limits<std::uint32_t>::max() - sizeof(CacheLine) - at) {
    throw InputError("the network has more links than 4 GB keep flits of; take a smaller one");
  }
  inbox_end_ += bytes;
  for (int s = 0; s < 2; ++s) {
    inboxes_[s].resize((inbox_end_ + sizeof(CacheLine) - 1) / sizeof(CacheLine));
    fabric_.side[s].inboxes = inboxes_[s].front().bytes;
    for (std::uint32_t next = at; next < inbox_end_; next += kInboxStride) {
      new (fabric_.side[s].inboxes + next) Inbox;
    }
  }
  return at;
}

// Assigns lanes to the links into a node, in the order of the node's pins. Pins without a link also
// get inboxes, as the node reads all pins. Throws std::logic_error if a pin without a link comes
// before one with a link.
void Network::connect(NodeId node, const Pins& pins) {
  const auto& links = pins.in_links;
  const auto missing = std::ranges::find(links, no_link());
  const auto there = static_cast<std::uint32_t>(missing - links.begin());
  if (std::any_of(missing, links.end(), [this](LinkId link) { return link != no_link(); })) {
    throw std::logic_error("network: a pin without a link comes before one with a link");
  }
  const auto lanes = static_cast<std::uint32_t>(links.size());
  if (inbox_count(lanes) > inbox_count(there)) first_inbox_[node] = add_inbox(lanes);
  for (std::uint32_t lane = 0; lane < there; ++lane) {
    const bool behind_line = links[lane] >= local_link(static_cast<NodeId>(topology().nodes()), 0);
    if (links[lane] > no_link() && !behind_line) continue;  // from the node's own processor
    end_of_link_[links[lane]].first = first_inbox_[node];
    set_lane(links[lane], lane);
  }
  for (unsigned lane = 0; lane < local_lanes(); ++lane) {
    Arrival& end = end_of_link_[local_link(node, lane)];
    if (end.node == node) end.first = first_inbox_[node];
  }
  for (std::uint32_t port = 0; port < pins.out_channels.size(); ++port) {
    Arrival& end = end_of_credits_[pins.out_channels[port]];
    end.lane = port;
    if (pins.out_channels[port] < no_channel()) end.first = end.inbox = first_inbox_[node];
  }
}

void Network::set_lane(LinkId link, std::uint32_t lane) {
  Arrival& end = end_of_link_[link];
  end.inbox = end.first + lane / Inbox::kLanes * kInboxStride;
  end.lane = lane % Inbox::kLanes;
}

}  // namespace romcast
