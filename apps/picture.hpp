// Small schedules for the eye: a row per link, a column per cycle, the message in the cell.
#pragma once

#include <optional>
#include <string>

#include "romcast/collective.hpp"
#include "romcast/schedule.hpp"
#include "romcast/topology.hpp"

namespace romcast {

/// The picture, or nothing if it would be wider than `columns` or longer than `rows`.
std::optional<std::string> picture(const Topology& topology, const Collective& collective,
                                   const OpenSchedule& schedule, std::size_t columns = 150,
                                   std::size_t rows = 96);

}  // namespace romcast
