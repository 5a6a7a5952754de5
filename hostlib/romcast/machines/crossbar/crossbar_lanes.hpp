// SPDX-License-Identifier: Apache-2.0
// Lanes of the rows of a fully connected network: by which port of the receiver a row's flits come.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/machines/crossbar/crossbar_rows.hpp"

namespace romcast {

/// Gives every row a lane 0..ports-1 so that flits of one round to one receiver never meet; there
/// must be at most `ports` of them. `programs` are those of processors source, source+1, ... (mod
/// n). Periods are made longer where there are no such lanes.
void assign_lanes(const Pace& pace, std::uint32_t ports, std::vector<PeriodicRows>& programs);

}  // namespace romcast
