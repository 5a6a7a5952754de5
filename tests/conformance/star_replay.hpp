// SPDX-License-Identifier: Apache-2.0
// Replays the ROMs of a star graph's nodes, message by message, by the definition of the words in
// rtl/direct: a second interpreter besides the Verilog, fast enough for a whole grid.
#pragma once

#include <vector>

#include "romcast/core/schedule.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/machines/store/store_rom.hpp"

namespace romcast::test {

/// Hops of all nodes, start-ups included, sorted by (cycle, link, message). A send from an empty
/// slot is a hop of message kNone.
std::vector<Hop> replay(const StarGraph& star, const Collective& collective, Timing timing,
                        const StoreRoms& roms);

/// All hops of a schedule, sorted by (cycle, link, message).
std::vector<Hop> sorted_hops(const OpenSchedule& schedule);

}  // namespace romcast::test
