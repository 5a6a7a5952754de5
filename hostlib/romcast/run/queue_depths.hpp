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

/// Counts the slots of stores, if nodes have stores that fill in the order of arrival. `here`:
/// owned nodes, one flag per node; empty: all.
std::optional<StorePlaces> places_of(const Problem& problem, const std::vector<char>& here = {});

/// Expected slot marks of each switch: from the judge's figures, or from its store.
std::vector<std::uint32_t> places_taken(const std::vector<QueueDepth>& depths,
                                        const std::vector<LevelQueues>& switches,
                                        const std::optional<StorePlaces>& stores);

/// Slots that a kind of queue needs in a switch (of a branch, per link): by the judge's figures of
/// the switch, and by its marks.
std::uint32_t slots_needed(const QueueDepth& depth, const LevelQueues& queues);
std::uint32_t slots_marked(const QueueDepth& depth, const Registers& registers);

/// Maximum number of messages in such a queue of a switch.
std::uint32_t messages_in(const QueueDepth& depth, const LevelQueues& queues);
/// Fills in QueueDepth::occupancy where it is missing. `most`: the judge's figures of processors
/// and of switches, each the maximum of a level.
void add_occupancy(const std::array<std::vector<LevelQueues>, 2>& most, const Topology& network,
                   std::vector<QueueDepth>& depths);

/// The same queues with the depths that the hardware needed.
std::vector<QueueDepth> measured_depths(std::vector<QueueDepth> planned, const Readings& result);

/// Fills in the results from the registers of nodes and crossbar.
void read_registers(const Readings& result, const Problem& problem, Measured& measured);

/// The error if queues are shallower than the schedule needs.
std::optional<InputError> too_shallow(const Job& job, const std::vector<QueueDepth>& depths);

}  // namespace romcast
