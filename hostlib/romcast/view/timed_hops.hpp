// SPDX-License-Identifier: Apache-2.0
// Hops with their senders, receivers and times.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Times count from 0: a hop of a single cycle c lasts from c-1 to c.
struct TimedHop {
  enum class Kind : std::uint8_t {
    message,
    startup,  ///< occupies a link before a packet
    adds,  ///< a processor adds own operands, or computes; `message`: number of operands or cycles
    takes  ///< a processor takes a message from its input queue
  };
  std::uint64_t begin = 0, end = 0;  ///< `end`: time from which the message can be used
  std::uint64_t held = 0;            ///< cycles in which the link (LogP: the sender) is occupied
  Cycle cycle = 0;                   ///< cycle of the hop
  NodeId from = 0, to = 0;
  std::uint32_t lane = 0;  ///< index among the links of a channel
  MessageId message = 0;
  Kind kind = Kind::message;
  bool delivers = false;  ///< first arrival of a wanted message; false if values combine
};

struct TimedHops {
  std::vector<TimedHop> hops;       ///< in order of cycles
  std::vector<ChannelId> channels;  ///< channel of each hop
  bool all = true;                  ///< false: `hops` has only the first hops
  std::uint64_t last = 0;           ///< the latest end
};

/// All hops of the first cycles: as many whole cycles as have at most `most` hops in total, but at
/// least the first cycle with hops.
TimedHops timed_hops(const Topology& topology, const Collective& collective, const Timing& timing,
                     const OpenSchedule& schedule, std::size_t most);

}  // namespace romcast
