// SPDX-License-Identifier: Apache-2.0
// A demonstration: every collective on four networks, a table per network.
#pragma once

#include "romcast/run/run.hpp"

namespace romcast {

/// Runs all algorithms on four networks, two runs at a time, and prints a table for each network.
/// `program`: the name by which the user called romcast, for the examples. Returns the exit status:
/// 0 if every run passes.
int demo(const std::string& program, const Progress& progress);

}  // namespace romcast
