// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/crossings.hpp"

#include <fmt/format.h>

#include "romcast/core/error.hpp"

namespace romcast {

Cycle arrival_of(const Topology& topology, const Hop& hop) {
  const std::uint64_t end =
      std::uint64_t{hop.cycle} + topology.channel_at(hop.link).time.delay() - 1;
  if (end < kNone) return static_cast<Cycle>(end);
  throw InputError(fmt::format("cycle {}: a hop that ends in cycle {}; cycles go to {}", hop.cycle,
                               end, kNone - 1));
}

}  // namespace romcast
