// SPDX-License-Identifier: Apache-2.0
// The words that the ROMs of a plan hold, as a sequencer runs through them.
#pragma once

#include <nlohmann/json.hpp>

#include "apps/scenario.hpp"
#include "romcast/core/schedule.hpp"

namespace romcast {

/// {"programs": [[[cycles, "hex"], ...], ...], "nodes": [[program of each engine], ...]}, or
/// {"none": "why"} where this plan has no such ROMs, or they are too long for a page.
nlohmann::ordered_json rom_words(const Problem& problem, const OpenSchedule& schedule);

}  // namespace romcast
