// SPDX-License-Identifier: Apache-2.0
// Hops with both ends and the time that they take.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Times count from 0: a hop of one cycle c takes from c-1 to c.
struct TimedHop {
  enum class Kind : std::uint8_t {
    message,
    startup,  ///< holds a link before a packet
    adds,     ///< a processor adds operands of its own, or computes; `message` is how many
    takes     ///< a processor takes a message from the queue of what has arrived
  };
  std::uint64_t begin = 0, end = 0;  ///< until it can be used
  std::uint64_t held = 0;            ///< cycles that its link, or its sender, is taken
  Cycle cycle = 0;                   ///< of the hop
  NodeId from = 0, to = 0;
  std::uint32_t lane = 0;  ///< which of a branch's links
  MessageId message = 0;
  Kind kind = Kind::message;
  bool delivers = false;  ///< the receiver wanted it and had it not
};

struct TimedHops {
  std::vector<TimedHop> hops;       ///< in order of cycles
  std::vector<ChannelId> channels;  ///< of each hop
  bool all = true;                  ///< else only the first ones
  std::uint64_t last = 0;           ///< the latest end
};

/// At most so many, but whole cycles.
TimedHops timed_hops(const Topology& topology, const Collective& collective, const Timing& timing,
                     const OpenSchedule& schedule, std::size_t most);

}  // namespace romcast
