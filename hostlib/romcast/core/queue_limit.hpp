// SPDX-License-Identifier: Apache-2.0
// What queues a switch has, and how deep they are.
#pragma once

#include <cstdint>

namespace romcast {

/// How a switch stores messages, i.e. what a queue depth limits.
enum class QueueKind {
  per_output,  ///< one FIFO per outgoing channel; depth messages per link of the channel
  up_down,     ///< one FIFO for messages going up, one for messages still going down
  per_input,   ///< one FIFO per incoming channel; depth messages per link of the channel
  store        ///< one store for all that a node of a direct network holds
};

/// A limit that a real switch has; none unless given.
struct QueueLimit {
  QueueKind kind = QueueKind::per_output;
  std::uint32_t depth = 0;
};

}  // namespace romcast
