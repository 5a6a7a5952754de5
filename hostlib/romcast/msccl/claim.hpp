// SPDX-License-Identifier: Apache-2.0
// Pre- and postcondition of each collective, chunk by chunk.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/msccl/program.hpp"

namespace romcast::msccl {

/// Minimum sizes, in chunks, of the user's buffers.
struct Sizes {
  std::uint32_t input = 0, output = 0;
};
Sizes sizes_of(const Program& program);
/// The sizes for one GPU; only in custom programs do they differ between GPUs.
Sizes sizes_of(const Program& program, NodeId gpu);

/// Offsets, in chunks, of input and output in the single buffer of an in-place program.
struct Shift {
  std::uint32_t input = 0, output = 0;
};
Shift shared_place(const Program& program, NodeId gpu);

/// True if a GPU needs output: in a gather or reduce only the root, in other claims every GPU.
bool ends_at(const Program& program, NodeId gpu, NodeId root);
/// The input chunks whose sum the claim requires in chunk `chunk` of the output of `gpu`: their
/// numbers, ascending; input chunk c of GPU g has the number g * Sizes::input + c. Empty for custom
/// programs, whose outputs may have any values.
std::vector<std::uint32_t> wanted(const Program& program, NodeId gpu, std::uint32_t chunk,
                                  NodeId root);

}  // namespace romcast::msccl
