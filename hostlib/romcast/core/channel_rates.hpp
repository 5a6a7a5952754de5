// SPDX-License-Identifier: Apache-2.0
// The rates of channels: the only definition of how many messages a channel carries per cycle.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast {

struct ChannelRates {
  std::int64_t period = 1;            ///< cycles
  std::vector<std::int64_t> carried;  ///< by channel: messages in a period
};

/// A lane carries a message in the cycles of its link; the period is the least in which all rates
/// are whole. Throws InputError if it is too long.
ChannelRates channel_rates(const Topology& topology);

}  // namespace romcast
