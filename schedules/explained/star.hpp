// SPDX-License-Identifier: Apache-2.0
// Figures of Tseng, Chang & Sheu 1998 for an instance of an algorithm on a star graph.
#pragma once

#include <vector>

#include "schedules/explained/facts.hpp"

namespace romcast {

/// Rules R1 to R4, and the rows of Table 1 as seen from the source (12..n in an alltoall), for
/// algorithms that send substar by substar; else nothing.
std::vector<Fact> star_facts(const Algorithm& algorithm, const Problem& problem);

}  // namespace romcast
