// SPDX-License-Identifier: Apache-2.0
// Limits on all networks of a given size and degree D: at distance i from a node there are at most
// D (D - 1)^(i-1) nodes if every link has an opposite one (Moore's bound), at most D^i otherwise.
#pragma once

#include <cstdint>

namespace romcast::rates {

enum class Links : std::uint8_t { one_way, both_ways };

struct Moore {
  unsigned diameter = 0;       ///< no network has a smaller one
  std::uint64_t distance = 0;  ///< least sum of the distances from a node to all others
};

/// The limits for `processors` >= 2 nodes with at most `degree` >= 1 links out of each node. Both
/// limits are 0 if no such network is connected: Links::both_ways, degree 1, more than two nodes.
Moore moore(std::uint64_t processors, std::uint64_t degree, Links links);

}  // namespace romcast::rates
