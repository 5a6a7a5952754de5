// SPDX-License-Identifier: Apache-2.0
// Schedules in lock step, in which nodes may send along different dimensions: all packets of a step
// start together, and the step lasts as long as a packet of Step::blocks blocks. Hops are computed
// as they are read; only one step is held in memory.
#pragma once

#include <functional>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/schedule.hpp"

namespace romcast::star {

/// The packets of one step. A block is all messages of one source.
struct Step {
  struct Packet {
    LinkId link = 0;
    std::uint32_t first = 0, count = 0;  ///< its blocks: sources[first .. first + count)
  };
  std::vector<Packet> packets;
  std::vector<NodeId> sources;
  std::uint32_t blocks = 1;  ///< the step lasts as long as a packet of this many blocks

  void clear();
  /// Begins a packet, to which add() appends blocks.
  void send(LinkId link);
  void add(NodeId source);
};

/// Fills in the next step (given empty); false at the end.
using NextStep = std::function<bool(Step&)>;

/// The schedule of an allgather. Each call of `open` returns a function that yields the steps from
/// the first on; `cycles` is the length of the run. Throws InputError if `cycles` exceeds kNone.
OpenSchedule open_lock_step(const Problem& problem, std::function<NextStep()> open,
                            std::uint64_t cycles);

}  // namespace romcast::star
