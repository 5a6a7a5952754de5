// SPDX-License-Identifier: Apache-2.0
// Figures of Tseng, Chang & Sheu 1998 for an instance of an algorithm on a star graph.
#pragma once

#include <vector>

#include "schedules/explained/facts.hpp"

namespace romcast {

/// For `grouped` and `direct`: rules R1 to R4 and, if Table 1 has at most 64 rows, these rows as
/// seen from the source or, in an alltoall, from node 12..n. Empty for other algorithms.
std::vector<Fact> star_facts(const Algorithm& algorithm, const Problem& problem);

}  // namespace romcast
