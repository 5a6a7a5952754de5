// SPDX-License-Identifier: Apache-2.0
// How deep the queues of the switches must be and are.
#pragma once

#include <cstdint>
#include <string>

namespace romcast {

/// The physical queues of one kind in all nodes of one class.
struct QueueDepth {
  std::string where;         ///< "level 2", "nodes" or "processors"
  unsigned level = 1;        ///< of these nodes in the network
  std::string queue;         ///< "up", "down", "branch", "port", "store", "bank" or "input"
  std::string direction{};   ///< of a branch: "up" or "down"
  std::uint32_t links = 1;   ///< of a branch
  std::uint64_t queues = 1;  ///< how many there are in the network
  std::uint32_t needed = 0;  ///< slots that the fullest of them needs; of a branch, per link
  std::uint32_t built = 0;   ///< slots that each of them has; of a branch, per link
  unsigned message_bits = 0;
  bool ring = false;        ///< of a bank: filled in turn, as a ring
  unsigned entry_bits = 0;  ///< of a slot: a message and what the switch remembers of it
};

/// For the eye, e.g. "up branch".
inline std::string name(const QueueDepth& depth) {
  return depth.direction.empty() ? depth.queue : depth.direction + " " + depth.queue;
}

}  // namespace romcast
