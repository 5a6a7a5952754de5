// SPDX-License-Identifier: Apache-2.0
// The main job at a glance: every collective on four networks, a table each.
#pragma once

#include "romcast/run/run.hpp"

namespace romcast {

/// Runs all algorithms on four networks, two at a time, and prints a table for each. `program` is
/// how the user calls it, for examples. Returns the exit status: 0 if every run passes.
int demo(const std::string& program, const Progress& progress);

}  // namespace romcast
