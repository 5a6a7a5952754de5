// SPDX-License-Identifier: Apache-2.0
// From a program to a schedule: a chunk is a message, a GPU a processor, and every step takes as
// many cycles as its messages need on the network.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/msccl/execution.hpp"

namespace romcast::msccl {

/// What the program does, in romcast's terms. Throws InputError if it combines.
Collective collective_of(const Program& program, const Execution& execution);

struct Scheduled {
  std::vector<Hop> hops;       ///< sorted by cycle
  std::uint64_t left_out = 0;  ///< transfers of chunks that nobody needs, or that are there already
};

/// List scheduling, those steps first that most others wait for: a step begins when the step before
/// it and the one that it depends on have ended; a chunk takes a shortest path, as early as links
/// and ports are free, and may come before the step that receives it has begun. Processor g is
/// GPU g. What combines takes as long as it says, but its hops are no schedule of a collective:
/// messages have no numbers. Throws InputError if there are not as many processors as GPUs.
Scheduled schedule(const Program& program, const Execution& execution, const Topology& topology,
                   Ports ports);

}  // namespace romcast::msccl
