// SPDX-License-Identifier: Apache-2.0
#include "romcast/goal/goal_ports.hpp"

#include <fmt/format.h>

#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"

namespace romcast {

const std::vector<std::uint32_t>& GoalPorts::assign(std::span<const Hop> hops) {
  port_.assign(hops.size(), 0);
  for (std::uint32_t i = 0; i < hops.size(); ++i) place(hops, i);
  for (std::size_t i = 0; i < hops.size(); ++i) set(hops[i], port_[i], kNone);
  return port_;
}

void GoalPorts::place(std::span<const Hop> hops, std::uint32_t index) {
  const Hop& hop = hops[index];
  const std::uint32_t here = free_port(sends_, hop.link);
  const std::uint32_t there = free_port(receives_, hop.to);
  if (here != there) exchange(hops, hop.to, here, there);
  set(hop, here, index);
  port_[index] = here;
}

std::uint32_t GoalPorts::free_port(const std::vector<std::uint32_t>& slots,
                                   NodeId processor) const {
  for (std::uint32_t port = 0; port < ports_; ++port) {
    if (slots[std::size_t{processor} * ports_ + port] == kNone) return port;
  }
  throw InputError(fmt::format("p{} sends or receives more than {} in a cycle", processor,
                               counted(ports_, "message")));
}

// Frees port `here` of a receiver whose port `there` is unused: swaps the two ports along a path of
// hops, which starts with the receiver's hop on port `here` and uses ports `here` and `there` in
// turn. The path enters every sender by a hop on port `here`, so it never enters the sender of the
// hop that place() adds: that sender's port `here` is free.
void GoalPorts::exchange(std::span<const Hop> hops, NodeId receiver, std::uint32_t here,
                         std::uint32_t there) {
  std::vector<std::uint32_t> path;
  bool to_sender = true;
  std::uint32_t port = here;
  std::uint32_t at = receives_[std::size_t{receiver} * ports_ + port];
  while (at != kNone) {
    path.push_back(at);
    port = port == here ? there : here;
    const Hop& hop = hops[at];
    at = to_sender ? sends_[std::size_t{hop.link} * ports_ + port]
                   : receives_[std::size_t{hop.to} * ports_ + port];
    to_sender = !to_sender;
  }
  for (const std::uint32_t i : path) set(hops[i], port_[i], kNone);
  for (const std::uint32_t i : path) {
    port_[i] = port_[i] == here ? there : here;
    set(hops[i], port_[i], i);
  }
}

void GoalPorts::set(const Hop& hop, std::uint32_t port, std::uint32_t index) {
  sends_[std::size_t{hop.link} * ports_ + port] = index;
  receives_[std::size_t{hop.to} * ports_ + port] = index;
}

}  // namespace romcast
