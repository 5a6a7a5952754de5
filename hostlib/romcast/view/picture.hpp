// SPDX-License-Identifier: Apache-2.0
// Draws small schedules as text: a row per link (crossbars: per sender and receiver), a column per
// cycle, the message in the cell.
#pragma once

#include <string>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

struct PictureSize {
  std::size_t columns = 150, rows = 96;
};

/// The picture, or, if it would exceed `size`, a line with the reason.
std::string picture(const Topology& topology, const Collective& collective,
                    const OpenSchedule& schedule, PictureSize size = {});

}  // namespace romcast
