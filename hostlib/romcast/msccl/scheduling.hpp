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

/// The collective of the program on this network. A custom one that adds nothing is an exchange of
/// the chunks that its outputs hold in the end.
Collective collective_of(const Program& program, const Execution& execution,
                         const Topology& topology);

struct Scheduled {
  std::vector<Hop> hops;       ///< sorted by cycle
  std::uint64_t left_out = 0;  ///< transfers of chunks that nobody needs, or that are there already
  /// Programs that add: why the hops are no schedule of the collective, empty if they are one.
  std::string unlike{};
};

/// List scheduling, those steps first that most others wait for: a step begins when the step before
/// it and the one that it depends on have ended; a chunk takes a shortest path, as early as links
/// and ports are free, and may come before the step that receives it has begun. Processor g is
/// GPU g. Where chunks are added, a GPU has one sum of each in a schedule, and what it sends is
/// that sum at that time; a program that does something else (a part of what has come is sent
/// later, sums pass GPUs that do not add) takes as long as it says, but its hops are no schedule.
/// Throws InputError if there are not as many processors as GPUs.
Scheduled schedule(const Program& program, const Execution& execution, const Topology& topology,
                   Ports ports);

}  // namespace romcast::msccl
