// SPDX-License-Identifier: Apache-2.0
// When all processors of a LogP machine send, so that all hold the values of all soonest.
#pragma once

#include <cstdint>
#include <vector>

#include "schedules/logp/machine.hpp"

namespace romcast::logp {

/// Times of the sends, ascending, the same for all processors: each sends what it has combined by
/// then, and what arrives is added to what the receiver has. The last message is there at the end
/// of the run. On postal machines there is a send at every time; on others the fewest cycles that a
/// search of bounded effort finds, at most those of the best pace.
std::vector<std::uint64_t> combining_times(const Machine& machine);

/// Values that a processor holds in the end, if it is sent what the sender has combined.
std::uint64_t combined_values(const std::vector<std::uint64_t>& times, std::uint64_t reach);

}  // namespace romcast::logp
