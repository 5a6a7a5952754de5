// SPDX-License-Identifier: Apache-2.0
// Assigns lanes to the rows of a fully connected network: the receiver's port for each row's flits.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/machines/crossbar/crossbar_rows.hpp"

namespace romcast {

/// Gives every row a lane 0..ports-1 such that flits of one round to one receiver have different
/// lanes. Requires at most `ports` flits per round to each receiver. `programs`: of the processors
/// source, source+1, ..., modulo the number of processors. Lengthens the periods of a receiver's
/// senders if it finds no such lanes for the receiver.
void assign_lanes(const Pace& pace, std::uint32_t ports, std::vector<PeriodicRows>& programs);

}  // namespace romcast
