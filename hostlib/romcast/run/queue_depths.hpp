// SPDX-License-Identifier: Apache-2.0
// What queues need and have: by the plan, by the hardware's marks, and in memory.
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

/// Counts the slots of stores, where nodes have any that fill in the order of arrival. `here`: by
/// node, those whose slots are counted; empty: all.
std::optional<StorePlaces> places_of(const Problem& problem, const std::vector<char>& here = {});

/// What each switch's mark of slots must say: by the judge's figures of each, or by its store.
std::vector<std::uint32_t> places_taken(const std::vector<QueueDepth>& depths,
                                        const std::vector<LevelQueues>& switches,
                                        const std::optional<StorePlaces>& stores);

/// The same queues with what the hardware says that they needed.
std::vector<QueueDepth> measured_depths(std::vector<QueueDepth> planned, const Readings& result);

/// Fills in what the registers of nodes and crossbar tell.
void read_registers(const Readings& result, unsigned levels, Measured& measured);

/// The error if queues are shallower than the schedule needs.
std::optional<InputError> too_shallow(const Job& job, const std::vector<QueueDepth>& depths);

/// What queues as deep as each level needs save against queues that are all as deep as the deepest.
FitReport fit_report(const std::vector<QueueDepth>& depths);

}  // namespace romcast
