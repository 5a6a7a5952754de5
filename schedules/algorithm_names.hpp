// SPDX-License-Identifier: Apache-2.0
// Names of the algorithms for a problem, whether the problem's sizes fit or not.
#pragma once

#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"

namespace romcast {

/// Names of the algorithms for the problem's network, collective and ports, each once; includes
/// algorithms that refuse the problem's sizes.
std::vector<std::string> algorithm_names(const Problem& problem);

}  // namespace romcast
