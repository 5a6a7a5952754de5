// SPDX-License-Identifier: Apache-2.0
// The rates of channels: the only definition of how many messages a channel carries per cycle.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast {

struct ChannelRates {
  std::int64_t period = 1;            ///< cycles
  std::vector<std::int64_t> carried;  ///< messages in a period, indexed by channel
};

/// A lane carries one message in LinkTime::cycles; the period is the shortest in which every lane
/// carries a whole number of messages. Throws InputError if the period exceeds 10^9 cycles.
ChannelRates channel_rates(const Topology& topology);

}  // namespace romcast
