// SPDX-License-Identifier: Apache-2.0
// Writes schedules as MSCCL programs: a processor is a GPU, a message a chunk. Cycles become the
// order of the steps, and causality becomes dependencies.
#pragma once

#include <string>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast::msccl {

/// Every GPU has a thread block for each GPU that it sends to, one for each that it receives from,
/// and one for its copies; the program has no switches. Input and output are two buffers. The path
/// "-" is standard output. Throws InputError if the format cannot express the collective or the
/// sums of the schedule, or if the program exceeds a limit in reader.hpp.
void write_program(const std::string& path, const Topology& topology, const Collective& collective,
                   Timing timing, const std::string& algorithm, const OpenSchedule& schedule);

}  // namespace romcast::msccl
