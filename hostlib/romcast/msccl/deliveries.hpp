// SPDX-License-Identifier: Apache-2.0
// The chunks that the GPUs of a program must get in the end, and the transfers that bring them.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <vector>

#include "romcast/msccl/execution.hpp"

namespace romcast::msccl {

/// A chunk that is in the final output of `gpu` and was in the input of another GPU.
struct Delivery {
  std::uint32_t chunk = 0;
  NodeId gpu = 0;
  auto operator<=>(const Delivery&) const = default;
};

/// The deliveries of a custom program, each once.
std::set<Delivery> deliveries(const Program& program, const Execution& execution);

/// For each transfer, true if it contributes to the output of a GPU; true for all transfers if the
/// program adds. If the output of a GPU in a custom program has several copies of a chunk, the
/// transfers of one copy count; if the chunk was in the GPU's own input, no transfers count.
std::vector<bool> needed_transfers(const Program& program, const Execution& execution);

}  // namespace romcast::msccl
