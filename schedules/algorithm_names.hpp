// SPDX-License-Identifier: Apache-2.0
// Names of the algorithms for a problem, whether its sizes fit or not.
#pragma once

#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"

namespace romcast {

/// Algorithms for the problem's network, collective and ports, including those that do not fit.
std::vector<std::string> algorithm_names(const Problem& problem);

}  // namespace romcast
