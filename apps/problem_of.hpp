// SPDX-License-Identifier: Apache-2.0
// Converts a scenario into a problem, without the choice of an algorithm.
#pragma once

#include "apps/scenario.hpp"

namespace romcast {

/// The problem of a scenario, for any algorithm. Throws InputError.
Problem problem_of(const Scenario& scenario);

}  // namespace romcast
