// SPDX-License-Identifier: Apache-2.0
// Numbers the messages in the schedules of programs that add. In such a schedule, a GPU has one sum
// for each chunk number and sends the current sum; on a crossbar, a send may omit the sender's own
// chunk.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/msccl/execution.hpp"

namespace romcast::msccl {

/// Numbers the messages of `hops`, which are sorted by cycle; `transfers`: the transfer of each
/// hop. Returns the reason why the hops are no schedule of the collective; empty if they are one.
std::string number_sums(const Program& program, const Execution& execution,
                        const Topology& topology, const std::vector<std::uint32_t>& transfers,
                        std::vector<Hop>& hops);

}  // namespace romcast::msccl
