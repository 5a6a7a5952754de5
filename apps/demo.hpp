// SPDX-License-Identifier: Apache-2.0
// A demonstration: the algorithms for four networks, a table per network.
#pragma once

#include "romcast/run/run.hpp"

namespace romcast {

/// For each of four networks, runs the algorithms that are made for that network and prints a table
/// of them; two runs at a time. `program`: the name by which the user called romcast, for the
/// examples. Returns the exit status: 0 if every run passes, else 1.
int demo(const std::string& program, const Progress& progress);

}  // namespace romcast
