// SPDX-License-Identifier: Apache-2.0
// The memories of nodes: kinds of queues, their needed and built depths, and the sizes of ROM
// images.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace romcast {

/// How a switch stores messages; determines the meaning of a queue depth.
enum class QueueKind {
  per_output,  ///< one FIFO per outgoing channel; depth messages per link of the channel
  up_down,     ///< one FIFO for messages going up, one for messages still going down
  per_input,   ///< one FIFO per incoming channel; depth messages per link of the channel
  store        ///< one store for all messages in a node of a direct network
};

/// A limit of a real switch; unlimited unless given.
struct QueueLimit {
  QueueKind kind = QueueKind::per_output;
  std::uint32_t depth = 0;
};

/// The physical queues of one kind in all nodes of one class.
struct QueueDepth {
  std::string where;         ///< "level 2", "nodes" or "processors"
  unsigned level = 1;        ///< of these nodes in the network
  std::string queue;         ///< of a branch: "up" or "down"
  std::string direction{};   ///< of a branch: "up" or "down"
  std::uint32_t links = 1;   ///< of a branch
  std::uint64_t queues = 1;  ///< number of such queues in the network
  std::uint32_t needed = 0;  ///< slots that the fullest queue needs; of a branch, per link
  std::uint32_t built = 0;   ///< slots that each queue has; of a branch, per link
  unsigned message_bits = 0;
  bool ring = false;        ///< of a bank: its slots are filled in turn
  unsigned entry_bits = 0;  ///< width of a slot: a message and the switch's notes about it
};

/// Printable name, e.g. "up branch".
inline std::string name(const QueueDepth& depth) {
  return depth.direction.empty() ? depth.queue : depth.direction + " " + depth.queue;
}

/// Reported sizes of a set of distinct ROM images.
struct RomSize {
  std::size_t images = 0, words_max = 0;  ///< words_max: of the longest image
  unsigned word_bits = 0;                 ///< of the widest image
  std::uint64_t bits_total = 0;           ///< of all images together
};

/// A reported set of images.
struct RomRow {
  std::string nodes;  ///< "switches", "processors", ...
  RomSize size;
};

}  // namespace romcast
