// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "romcast/judge/judge_state.hpp"

namespace romcast {

/// The judge of messages that move unchanged, on links that carry one hop or packet at a time;
/// arguments as make_judge_state's.
std::unique_ptr<Judge::State> make_link_judge(const Topology& topology,
                                              const Collective& collective, Ports ports,
                                              std::optional<QueueLimit> limit, Timing timing,
                                              const std::vector<char>& here);

}  // namespace romcast
