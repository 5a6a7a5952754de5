// SPDX-License-Identifier: Apache-2.0
// Times at which the processors of a LogP machine send, so that all hold all values early.
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

/// Number of values that a processor holds in the end if at each of `times` every processor sends
/// all values that it has by then, and each message arrives after `reach` cycles.
std::uint64_t combined_values(const std::vector<std::uint64_t>& times, std::uint64_t reach);

}  // namespace romcast::logp
