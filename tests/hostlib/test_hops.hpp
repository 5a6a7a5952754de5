// SPDX-License-Identifier: Apache-2.0
// Hops written by hand, as text: "cycle from to message [lane]". The word "start" in place of the
// message makes the hop a start-up; "cycle processor add count" stands for `count` additions.
#pragma once

#include <initializer_list>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "romcast/core/fat_tree.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast::test {

inline Hop hop(const Topology& topology, const std::string& text) {
  std::istringstream in(text);
  Hop result;
  std::string from, to, message;
  std::uint32_t lane = 0;
  if (!(in >> result.cycle >> from >> to >> message)) throw std::logic_error(text);
  if (to == "add") {
    const auto count = static_cast<NodeId>(std::stoul(message));
    return {result.cycle, topology.find_node(from), kAdd, count};
  }
  result.message = message == "start" ? kStartup : static_cast<MessageId>(std::stoul(message));
  in >> lane;
  // On a crossbar, a processor that takes a message from its own queue makes a hop to itself.
  const bool own = topology.crossbar() && from == to;
  const ChannelId channel =
      own ? topology.find_node(from)
          : topology.find_channel(topology.find_node(from), topology.find_node(to));
  if (channel == kNone) throw std::logic_error(text);
  result.link = topology.channels()[channel].first_link + lane;
  if (topology.crossbar()) result.to = topology.find_node(to);
  return result;
}

inline std::vector<Hop> hops(const Topology& topology, std::initializer_list<const char*> lines) {
  std::vector<Hop> result;
  for (const char* line : lines) result.push_back(hop(topology, line));
  return result;
}

// Leaves p0..p3 under s1.0 and s1.1, root s2.0.
inline const FatTree& four_leaves() {
  static const FatTree tree(2, 2, "constant");
  return tree;
}

inline constexpr Ports kSingle{Ports::Kind::single};
inline constexpr Ports kMulti{Ports::Kind::multi};

/// How many violations of one kind a verdict describes.
inline std::size_t count(const Verdict& verdict, ViolationKind kind) {
  std::size_t result = 0;
  for (const Violation& violation : verdict.violations) result += violation.kind == kind ? 1 : 0;
  return result;
}

}  // namespace romcast::test
