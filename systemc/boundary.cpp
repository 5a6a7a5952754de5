// SPDX-License-Identifier: Apache-2.0
#include "systemc/boundary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace romcast {
namespace {

// Layout of the first word of an event, lowest bits first: number of the link, channel or crossbar
// input; kind; a bit that is 1 if a second word, the flit, follows. If the bit is 0, the upper 32
// bits are the flit; else they are the crossbar output of a kLine event, and 0 for other events.
constexpr std::size_t kMostWords = 2;
constexpr unsigned kKindAt = 29, kLongAt = 31, kFlitAt = 32;
constexpr std::uint64_t kPlaces = (std::uint64_t{1} << kKindAt) - 1;

}  // namespace

Boundary::Boundary(Ranks& ranks, const Cut& cut, const NetworkBuilder& network)
    : ranks_(ranks), cut_(cut), network_(network) {
  const Topology& topology = network.topology();
  to_.assign(topology.links() + 1, kNowhere);
  at_edge_.assign(topology.nodes(), false);
  if (!topology.crossbar()) find_links(topology);
}

unsigned Boundary::neighbour(unsigned part) {
  const auto found = std::ranges::find(neighbours_, part, &Neighbour::rank);
  const auto place = static_cast<unsigned>(found - neighbours_.begin());
  if (found == neighbours_.end()) neighbours_.push_back({.rank = part});
  return place;
}

void Boundary::find_links(const Topology& topology) {
  for (ChannelId c = 0; c < topology.channels().size(); ++c) {
    const Channel& channel = topology.channels()[c];
    if (here(channel.from) == here(channel.to)) continue;
    at_edge_[here(channel.from) ? channel.from : channel.to] = true;
    const unsigned other = neighbour(cut_.part_of[here(channel.from) ? channel.to : channel.from]);
    // In a cycle each link carries at most one flit and one start-up, and the channel at most one
    // credit.
    neighbours_[other].most_words += kMostWords * (2 * channel.capacity + 1);
    if (!here(channel.from)) {
      channels_.push_back({c, other});
      continue;
    }
    for (LinkId lane = 0; lane < channel.capacity; ++lane) {
      to_[channel.first_link + lane] = static_cast<std::uint16_t>(other);
    }
  }
}

void Boundary::add_crossbar(std::span<const std::uint32_t> in_lines) {
  for (const std::uint32_t line : in_lines) {
    if (here(network_.node_of_local(line))) lines_.push_back(line);
  }
  for (unsigned rank = 0; rank < ranks_.count(); ++rank) {
    if (rank == ranks_.rank()) continue;
    neighbours_[neighbour(rank)].most_words = kMostWords * network_.local_links();
  }
}

void Boundary::note_switch(std::uint32_t bank, std::string_view name,
                           const std::vector<Strap>& straps, const NetworkBuilder::Pins& pins) {
  digest_.add(bank);
  digest_.add(name);
  for (const Strap& strap : straps) digest_.add(strap.value);
  for (const auto* numbers : {&pins.in_links, &pins.out_links}) {
    for (const std::uint32_t number : *numbers) digest_.add(number);
  }
  credits_ = credits_ || !pins.in_channels.empty();
}

void Boundary::note_message(NodeId node, std::uint64_t flit) {
  digest_.add(node);
  digest_.add(flit);
}

void Boundary::note_word(NodeId node, std::uint32_t address, std::span<const std::uint32_t> word) {
  digest_.add(std::uint64_t{node} << 32 | address);
  for (const std::uint32_t piece : word) digest_.add(piece);
}

void Boundary::open() {
  agree(ranks_, digest_.text(), "another network or other ROMs");
  exchange_ = ranks_.exchange(neighbours_);
}

void Boundary::put(std::size_t to, Kind kind, std::uint32_t where, std::uint64_t flit,
                   std::uint32_t line) {
  std::vector<std::uint64_t>& words = exchange_->outgoing(to);
  const bool longer = kind == kLine || flit >> (64 - kFlitAt) != 0;
  const std::uint64_t beside = longer ? line : flit;
  words.push_back(beside << kFlitAt | std::uint64_t{longer} << kLongAt |
                  std::uint64_t{kind} << kKindAt | where);
  if (longer) words.push_back(flit);
  ++given_;
}

void Boundary::give(const Wires& fabric, std::uint64_t traced_before) {
  if (network_.topology().crossbar()) {
    put_lines(fabric);
  } else {
    for (std::uint64_t i = traced_before; i < fabric.trace_count; ++i) put_traced(fabric.trace[i]);
  }
  if (credits_) put_credits(fabric);
  exchange_->send();
}

void Boundary::take(Wires& fabric, bool trace) {
  for (std::size_t i = 0; i < neighbours_.size(); ++i) accept(fabric, exchange_->receive(i), trace);
}

void Boundary::put_traced(const LinkFlit& entry) {
  const LinkId link = entry.link & ~kStartOfPacket;
  if (to_[link] == kNowhere) return;
  put(to_[link], link == entry.link ? kFlit : kStart, link, entry.flit, 0);
}

void Boundary::put_credits(const Wires& fabric) {
  for (const auto& [channel, to] : channels_) {
    if (fabric.credit_is_coming(channel)) put(to, kCredit, channel, 0, 0);
  }
}

void Boundary::put_lines(const Wires& fabric) {
  for (const std::uint32_t link : lines_) {
    const std::uint64_t* const flit = fabric.coming(link);
    if (flit == nullptr) continue;
    for (std::size_t to = 0; to < neighbours_.size(); ++to) {
      put(to, kLine, link, *flit, fabric.coming_line(link));
    }
  }
}

void Boundary::accept(Wires& fabric, std::span<const std::uint64_t> words, bool trace) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint64_t word = words[i];
    const auto where = static_cast<std::uint32_t>(word & kPlaces);
    const auto kind = static_cast<Kind>(word >> kKindAt & 3);
    const bool longer = (word >> kLongAt & 1) != 0;
    if (kind == kLine) {
      fabric.side[(fabric.cycle + 1) & 1].line[where] = static_cast<std::uint32_t>(word >> kFlitAt);
    }
    const std::uint64_t flit = longer ? words[++i] : word >> kFlitAt;
    accept(fabric, kind, where, flit);
    if (trace && kind == kFlit) fabric.note({fabric.cycle + 1, where, flit});
    if (trace && kind == kStart) fabric.note({fabric.cycle + 1, where | kStartOfPacket, flit});
  }
}

// Applies one received event to this rank's wires.
void Boundary::accept(Wires& fabric, Kind kind, std::uint32_t where, std::uint64_t flit) {
  if (kind == kStart) {
    fabric.note_start(where);
  } else if (kind == kCredit) {
    fabric.return_credit(where);
  } else if (kind == kFlit) {
    fabric.deliver(where, flit);
  } else {
    fabric.put(where, flit);
  }
}

void Boundary::merge_traces(std::span<const LinkFlit> mine, std::vector<LinkFlit>& all) const {
  std::string text;
  if (!ranks_.first()) text.assign(reinterpret_cast<const char*>(mine.data()), mine.size_bytes());
  const std::vector<std::string> others = ranks_.gather(std::move(text));
  if (!ranks_.first()) return;
  std::vector<std::span<const LinkFlit>> rest{mine};
  for (std::size_t rank = 1; rank < others.size(); ++rank) {
    rest.emplace_back(reinterpret_cast<const LinkFlit*>(others[rank].data()),
                      others[rank].size() / sizeof(LinkFlit));
  }
  for (;;) {
    std::uint64_t cycle = std::uint64_t{1} << 32;
    for (const auto& one : rest) {
      if (!one.empty()) cycle = std::min<std::uint64_t>(cycle, one.front().cycle);
    }
    if (cycle == std::uint64_t{1} << 32) return;
    for (auto& one : rest) {
      std::size_t count = 0;
      while (count < one.size() && one[count].cycle == cycle) ++count;
      all.insert(all.end(), one.begin(), one.begin() + static_cast<long>(count));
      one = one.subspan(count);
    }
  }
}

}  // namespace romcast
