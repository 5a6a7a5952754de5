// SPDX-License-Identifier: Apache-2.0
// The best circulant graphs of a size and a degree.
#pragma once

#include <cstdint>
#include <vector>

namespace romcast::designer {

/// The strides of the circulant graph with the smallest sum of distances; ties go to the smallest
/// diameter. Tries all sets of strides if they are few, else always the same sample. A stride adds
/// 2 to the degree, the stride processors / 2 adds 1, so an odd degree needs an even number of
/// processors. Empty if there is no such graph, or if the degree is below 2.
std::vector<std::uint32_t> best_strides(std::uint32_t processors, std::uint32_t degree);

}  // namespace romcast::designer
