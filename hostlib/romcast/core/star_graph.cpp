// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/star_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/bits.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/star_routing.hpp"

namespace romcast {

StarGraph::StarGraph(unsigned symbols) : symbols_(symbols), group_(std::clamp(symbols, 3U, 9U)) {
  if (symbols < 3 || symbols > 9) {
    throw InputError({"symbols", symbols}, "give a number from 3 to 9");
  }
  const auto n = static_cast<NodeId>(group_.order());
  std::vector<Channel> channels;
  channels.reserve(std::size_t{n} * (symbols - 1));
  for (NodeId u = 0; u < n; ++u) {
    for (unsigned d = 2; d <= symbols; ++d) channels.push_back({.from = u, .to = neighbour(u, d)});
  }
  set_channels(n, n, std::move(channels), PortOrder::as_given);
}

NetworkOptions StarGraph::options() const { return {{"symbols", std::to_string(symbols_)}}; }

std::string StarGraph::node_name(NodeId node) const {
  std::string name;
  for (unsigned i = 0; i < symbols_; ++i) name += static_cast<char>('1' + label(node)[i]);
  return name;
}

NodeId StarGraph::find_node(std::string_view name) const {
  if (name.size() != symbols_) return kNone;
  Permutation label;
  unsigned seen = 0;
  for (unsigned i = 0; i < symbols_; ++i) {
    const auto symbol = static_cast<unsigned>(name[i] - '1');
    if (symbol >= symbols_ || (seen >> symbol & 1U) != 0) return kNone;
    seen |= 1U << symbol;
    label.set(i, symbol);
  }
  return group_.node(label);
}

unsigned StarGraph::symbol_bits() const { return index_bits(symbols_); }

std::uint64_t StarGraph::address(NodeId node) const {
  std::uint64_t packed = 0;
  for (unsigned i = 0; i < symbols_; ++i) {
    packed |= std::uint64_t{label(node)[i]} << symbol_bits() * i;
  }
  return packed;
}

ChannelId StarGraph::route(NodeId at, NodeId destination) const {
  return link(at, step_towards(label(at), label(destination), symbols_));
}

}  // namespace romcast
