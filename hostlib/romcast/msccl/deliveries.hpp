// SPDX-License-Identifier: Apache-2.0
// The chunks that the GPUs of a program must get in the end, and the transfers that bring them.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <vector>

#include "romcast/msccl/execution.hpp"

namespace romcast::msccl {

/// A chunk in the final output of another GPU.
struct Delivery {
  std::uint32_t chunk = 0;
  NodeId gpu = 0;
  auto operator<=>(const Delivery&) const = default;
};

/// The deliveries of a custom program, each once.
std::set<Delivery> deliveries(const Program& program, const Execution& execution);

/// The transfers that contribute to the output, a flag each; all, if it consists of sums. A custom
/// output may hold a chunk twice, or one of its own GPU; each output gets only one copy of a chunk.
std::vector<bool> needed_transfers(const Program& program, const Execution& execution);

}  // namespace romcast::msccl
