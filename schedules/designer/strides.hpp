// SPDX-License-Identifier: Apache-2.0
// Searches for circulant graphs with short distances.
#pragma once

#include <cstdint>
#include <vector>

namespace romcast::designer {

/// The strides of the circulant graph with the smallest sum of distances among those tried; ties go
/// to the smallest diameter. Tries all sets of strides if they are few, else a fixed sample of the
/// sets with stride 1. A stride adds 2 to the degree, the stride processors / 2 adds 1, so an odd
/// degree needs an even number of processors. Empty if no connected graph has this size and degree,
/// or if the degree is below 2.
std::vector<std::uint32_t> best_strides(std::uint32_t processors, std::uint32_t degree);

}  // namespace romcast::designer
