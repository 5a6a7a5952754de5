// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include "romcast/msccl/program.hpp"

namespace romcast::msccl {

/// Limits of a program, which the reader and the writer enforce: bytes of the file; number of GPUs;
/// chunks of one buffer; chunks of all buffers together.
inline constexpr std::size_t kMostBytes = std::size_t{1} << 30;
inline constexpr std::uint32_t kMostGpus = 4096;
inline constexpr std::uint32_t kMostChunks = 1U << 20;
inline constexpr std::uint64_t kMostChunksInAll = std::uint64_t{1} << 25;

/// Reads MSCCL's two dialects: <step s= srcbuf= srcoff= dstbuf= dstoff=> and <op step= buf= off=>.
/// Attributes that only some runtimes require may be missing (docs/msccl.md). `file`: the name of
/// the file, for texts of errors. Throws InputError "file:line: found; allowed".
Program read_program(std::istream& in, const std::string& file);

}  // namespace romcast::msccl
