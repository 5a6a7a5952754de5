// SPDX-License-Identifier: Apache-2.0
// Converts a scenario into a problem, without the choice of an algorithm.
#pragma once

#include "romcast/core/algorithm.hpp"

namespace romcast {

struct Scenario;

/// The problem, without an algorithm. Throws InputError.
Problem problem_of(const Scenario& scenario);

}  // namespace romcast
