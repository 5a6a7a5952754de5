// The main job in one table: every collective of a fat tree in both port models.
#pragma once

#include "apps/runner.hpp"

namespace romcast {

/// Runs all algorithms on a 64-leaf tree, two at a time, and prints a row each. Returns the exit
/// status: 0 if every run passes.
int demo(const Progress& progress);

}  // namespace romcast
