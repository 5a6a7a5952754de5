// SPDX-License-Identifier: Apache-2.0
// The central type: a schedule is hops in cycle order. Plans and traces are schedules; the judge
// reads them, the ROM compiler compiles them, the co-simulation is compared with them hop by hop.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast {

/// This message crosses this directed link in this cycle: sent and received in it, and free to be
/// sent on from the next one. (On LogP machines this is the cycle in which the send begins; a
/// processor's hop to itself takes a message from its queue.)
struct Hop {
  Cycle cycle = 0;
  LinkId link = 0;
  MessageId message = 0;
  /// Who receives it where every processor can reach every other one (Topology::crossbar); kNone
  /// where the link tells.
  NodeId to = kNone;
  bool operator==(const Hop&) const = default;
};

/// Stands for a message in a Hop where a link begins the start-up of a packet in this cycle; the
/// packet's messages follow (Timing). Networks without start-up have none of these.
inline constexpr MessageId kStartup = kNone - 1;

/// Stands for a message in a Hop where a processor of a summation begins to add `to` of its own
/// operands, one per cycle. The first one costs nothing: it is there from the start. In an
/// exchange: where a processor begins to compute for `to` cycles.
inline constexpr MessageId kAdd = kNone - 2;

/// Hops in cycle order, a cycle at a time; computed on demand so that 10^8 hops need no memory.
class Schedule {
 public:
  virtual ~Schedule() = default;
  /// Replaces `hops` by all hops of the next cycle that has any, in any order; false at the end.
  virtual bool next(std::vector<Hop>& hops) = 0;
};

/// Opens a fresh pass over a schedule; each call starts again at cycle 1.
using OpenSchedule = std::function<std::unique_ptr<Schedule>()>;

/// A schedule held in memory. `hops` need not be sorted.
OpenSchedule stored_schedule(std::vector<Hop> hops);

}  // namespace romcast
