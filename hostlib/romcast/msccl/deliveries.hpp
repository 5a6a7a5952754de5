// SPDX-License-Identifier: Apache-2.0
// The chunks that the GPUs of a program must get in the end, and the transfers that bring them.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <vector>

#include "romcast/msccl/execution.hpp"

namespace romcast::msccl {

/// A chunk in the final output of `gpu`, which is not the GPU with this chunk in its input.
struct Delivery {
  std::uint32_t chunk = 0;
  NodeId gpu = 0;
  auto operator<=>(const Delivery&) const = default;
};

/// The deliveries of a custom program, each once.
std::set<Delivery> deliveries(const Program& program, const Execution& execution);

/// For each transfer, true if it contributes to the output; if the program adds, true for all. A
/// custom output that holds a chunk several times needs the transfers of only one copy of the
/// chunk, and none for chunks from the input of the output's own GPU.
std::vector<bool> needed_transfers(const Program& program, const Execution& execution);

}  // namespace romcast::msccl
