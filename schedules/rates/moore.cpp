// SPDX-License-Identifier: Apache-2.0
#include "schedules/rates/moore.hpp"

#include <algorithm>

namespace romcast::rates {

Moore moore(std::uint64_t processors, std::uint64_t degree, Links links) {
  const std::uint64_t onwards = links == Links::one_way ? degree : degree - 1;
  Moore bound;
  std::uint64_t left = processors - 1, most = degree;
  for (unsigned at = 1; left > 0; ++at) {
    if (most == 0) return {};
    const std::uint64_t here = std::min(most, left);
    bound.diameter = at;
    bound.distance += here * at;
    left -= here;
    most = std::min(left, most) * onwards;  // no overflow, as at most `left` nodes count
  }
  return bound;
}

}  // namespace romcast::rates
