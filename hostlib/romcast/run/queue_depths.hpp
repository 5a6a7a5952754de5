// SPDX-License-Identifier: Apache-2.0
// Depths of queues: needed by the plan, needed according to the hardware's marks, and built.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "romcast/core/error.hpp"
#include "romcast/core/memories.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/judge/store_places.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

/// A counter of the slots in use in stores; nullopt if the nodes have no stores or if the nodes
/// combine the words of flows. `here`: owned nodes, one flag per node; empty: all.
std::optional<StorePlaces> places_of(const Problem& problem, const std::vector<char>& here = {});

/// For each switch, the expected value of its mark of slots in use. If `stores` is nullopt, this
/// value is a figure of the judge in `switches`. Otherwise it is from `stores`, except under the
/// rule with a queue per port: then it is the needed depth in `depths`. Empty if the switches have
/// no such mark.
std::vector<std::uint32_t> places_taken(const std::vector<QueueDepth>& depths,
                                        const std::vector<LevelQueues>& switches,
                                        const std::optional<StorePlaces>& stores);

/// Number of slots that a queue of `depth` needs in one switch; if the queue is a branch, per link.
/// slots_needed() computes it from the judge's figures of the switch, slots_marked() from the
/// switch's marks.
std::uint32_t slots_needed(const QueueDepth& depth, const LevelQueues& queues);
std::uint32_t slots_marked(const QueueDepth& depth, const Registers& registers);

/// Maximum number of messages in a queue of `depth` in one switch; in a branch, over all of the
/// branch's links.
std::uint32_t messages_in(const QueueDepth& depth, const LevelQueues& queues);
/// Fills in QueueDepth::occupancy where it is missing, except for the queues that nodes of direct
/// networks have per port. `most`: the judge's figures, maxima per level; [0] of processors, [1] of
/// switches.
void add_occupancy(const std::array<std::vector<LevelQueues>, 2>& most, const Topology& network,
                   std::vector<QueueDepth>& depths);

/// `planned`, but with QueueDepth::needed according to the hardware's marks.
std::vector<QueueDepth> measured_depths(std::vector<QueueDepth> planned, const Readings& result);

/// Fills in the figures of `measured` that the registers of nodes and crossbar hold.
void read_registers(const Readings& result, const Problem& problem, Measured& measured);

/// The error if the job's queue depth is given and is less than the schedule needs; otherwise
/// nullopt.
std::optional<InputError> too_shallow(const Job& job, const std::vector<QueueDepth>& depths);

}  // namespace romcast
