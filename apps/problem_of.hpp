// SPDX-License-Identifier: Apache-2.0
// A scenario up to the choice of its algorithm.
#pragma once

#include "romcast/core/algorithm.hpp"

namespace romcast {

struct Scenario;

/// What is to be solved, whatever the algorithm. Throws InputError.
Problem problem_of(const Scenario& scenario);

}  // namespace romcast
