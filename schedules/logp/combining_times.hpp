// SPDX-License-Identifier: Apache-2.0
// Send times of a LogP machine with which all processors hold all values as early as possible.
#pragma once

#include <cstdint>
#include <vector>

#include "schedules/logp/machine.hpp"

namespace romcast::logp {

/// Send times, ascending, the same for all processors: a processor sends the values that it has
/// combined so far, and combines each arriving message with them. The run ends when the last
/// message arrives. Postal machines send at every time; for other machines a search of bounded
/// effort finds times whose run ends no later than with sends at the best pace (pace.hpp).
std::vector<std::uint64_t> combining_times(const Machine& machine);

/// Number of values that a processor holds in the end if each message carries all values of its
/// sender.
std::uint64_t combined_values(const std::vector<std::uint64_t>& times, std::uint64_t reach);

}  // namespace romcast::logp
