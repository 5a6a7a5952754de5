// SPDX-License-Identifier: Apache-2.0
// Small schedules for the eye: a row per link, a column per cycle, the message in the cell.
#pragma once

#include <string>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

struct PictureSize {
  std::size_t columns = 150, rows = 96;
};

/// As wide as the terminal if standard output is one.
PictureSize picture_size();

/// The picture, or, if it would be larger, a line that says why there is none.
std::string picture(const Topology& topology, const Collective& collective,
                    const OpenSchedule& schedule, PictureSize size = picture_size());

}  // namespace romcast
