// SPDX-License-Identifier: Apache-2.0
// What each collective starts from and must achieve, chunk by chunk.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/msccl/program.hpp"

namespace romcast::msccl {

/// Chunks of the buffers that a user gives, at least.
struct Sizes {
  std::uint32_t input = 0, output = 0;
};
Sizes sizes_of(const Program& program);
/// The same of one GPU: they differ where the program is custom.
Sizes sizes_of(const Program& program, NodeId gpu);

/// Where input and output begin in the one buffer of a program that works in place.
struct Shift {
  std::uint32_t input = 0, output = 0;
};
Shift shared_place(const Program& program, NodeId gpu);

/// Whether a GPU needs its output, where only one GPU does it is the root.
bool ends_at(const Program& program, NodeId gpu, NodeId root);
/// Numbers of the input chunks (GPU * input chunks + chunk) whose sum must lie in a chunk of the
/// output, ascending; none if the program is custom, where anything may lie there.
std::vector<std::uint32_t> wanted(const Program& program, NodeId gpu, std::uint32_t chunk,
                                  NodeId root);

}  // namespace romcast::msccl
