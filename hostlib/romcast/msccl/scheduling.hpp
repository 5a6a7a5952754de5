// SPDX-License-Identifier: Apache-2.0
// Converts a program into a schedule: a chunk is a message, a GPU a processor, and every step lasts
// as many cycles as its messages need on the network.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/msccl/execution.hpp"

namespace romcast::msccl {

/// The collective of the program on this network. For a custom program, the messages are the input
/// chunks that end in the output of another GPU; there are none if the program adds.
Collective collective_of(const Program& program, const Execution& execution,
                         const Topology& topology);

struct Scheduled {
  std::vector<Hop> hops;  ///< sorted by cycle
  /// Number of transfers that are not needed, or that bring a chunk that the receiver has already.
  std::uint64_t left_out = 0;
  /// Programs that add: the reason why the hops are no schedule of the collective; empty if
  /// they are one.
  std::string unlike{};
};

/// List scheduling, with priority to steps with long chains of waiting steps: a step begins when
/// its predecessor and its dependency have ended; a chunk takes a shortest path, as early as links
/// and ports are free, and may arrive before the step that receives it has begun. Processor g is
/// GPU g. Where chunks are added, a schedule allows each GPU one sum for each chunk number, and a
/// send carries the current sum; on a crossbar, a send may omit the sender's own chunk. A switch
/// relays sums unchanged, and holds one sum for each chunk number at a time. A program that
/// deviates (a GPU sends an older state of its sum, or a sum passes a GPU that does not add) still
/// gets its number of cycles, but its hops are no schedule. Throws InputError if the numbers of
/// processors and GPUs differ.
Scheduled schedule(const Program& program, const Execution& execution, const Topology& topology,
                   Ports ports);

}  // namespace romcast::msccl
