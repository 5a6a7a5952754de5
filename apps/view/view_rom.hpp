// SPDX-License-Identifier: Apache-2.0
// The words that the ROMs of a plan hold, as sequencers and processors run through them.
#pragma once

#include <nlohmann/json.hpp>

#include "romcast/run/run.hpp"

namespace romcast {

/// {"programs": [[[cycles, "hex"], ...], ...], "nodes": [[program of each engine], ...]}, with
/// "repeats": true if a program begins again behind its last row; or {"none": "why"} where this
/// plan has no such ROMs, or they are too long for a page.
nlohmann::ordered_json rom_words(Run& run);

}  // namespace romcast
