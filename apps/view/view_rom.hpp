// SPDX-License-Identifier: Apache-2.0
// The words in the ROMs of a plan, in the order in which sequencers and processors execute them.
#pragma once

#include <nlohmann/json.hpp>

#include "romcast/run/run.hpp"

namespace romcast {

/// {"programs": [[[cycles, "hex"], ...], ...], "nodes": [[program of each engine], ...]}, with
/// "repeats": true if a program restarts after its last row; or {"none": "why"} if this plan has no
/// such ROMs, or they are too long for a page.
nlohmann::ordered_json rom_words(Run& run);

}  // namespace romcast
