// SPDX-License-Identifier: Apache-2.0
// What the nodes of a star graph do with given ROMs, message by message, as the words of rtl/direct
// are defined: a second reader of the images beside the Verilog, quick enough for all of a grid.
#pragma once

#include <vector>

#include "romcast/core/schedule.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/machines/store/store_rom.hpp"

namespace romcast::test {

/// Hops of all nodes, start-ups included, by (cycle, link, message). A send from a slot that holds
/// nothing is a hop of message kNone.
std::vector<Hop> replay(const StarGraph& star, const Collective& collective, Timing timing,
                        const StoreRoms& roms);

/// All hops of a schedule in the same order.
std::vector<Hop> sorted_hops(const OpenSchedule& schedule);

}  // namespace romcast::test
