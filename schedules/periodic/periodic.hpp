// SPDX-License-Identifier: Apache-2.0
// The searches of `periodic`, for algorithms that choose the best of several.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "schedules/any/any.hpp"

namespace romcast::periodic {

struct Chosen {
  std::string name;  ///< name of the search
  Cycle cycles = 0;  ///< cycles of the frame
  Cycle waiting = 0;
  std::vector<Hop> hops;
};

/// The shortest run found in the problem's `seconds` in which no message waits on its path; nothing
/// if no such run of fewer than `below` cycles is found. `bound`: a lower bound of the cycles.
/// Requires multi-port nodes and links that take one cycle.
std::optional<Chosen> shortest_run(const Problem& problem, Cycle bound, Cycle below);

}  // namespace romcast::periodic
