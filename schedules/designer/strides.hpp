// SPDX-License-Identifier: Apache-2.0
// The best circulant graphs of a size and a degree.
#pragma once

#include <cstdint>
#include <vector>

namespace romcast::designer {

/// Strides for which the distances of a circulant graph have the least sum, then the least
/// largest; of all sets where there are few, else of a sample that is always the same. The degree
/// is that of links both ways, 3 or more; an odd one needs an even number of processors. Empty if
/// there is none.
std::vector<std::uint32_t> best_strides(std::uint32_t processors, std::uint32_t degree);

}  // namespace romcast::designer
