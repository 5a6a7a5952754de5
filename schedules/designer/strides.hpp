// SPDX-License-Identifier: Apache-2.0
// Searches for circulant graphs with short distances.
#pragma once

#include <cstdint>
#include <vector>

namespace romcast::designer {

/// The set of strides whose circulant graph has the smallest sum of distances among the sets tried;
/// ties go to the smallest diameter. Tries all sets of strides if they are few, else a fixed sample
/// of the sets with stride 1. A stride adds 2 to the degree, but the stride equal to processors/2
/// adds 1, so an odd degree needs an even number of processors. Empty if no connected circulant
/// graph has this size and degree, or if the degree is below 2.
std::vector<std::uint32_t> best_strides(std::uint32_t processors, std::uint32_t degree);

}  // namespace romcast::designer
