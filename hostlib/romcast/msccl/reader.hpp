// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include "romcast/msccl/program.hpp"

namespace romcast::msccl {

/// Limits: bytes of a file; GPUs; chunks of a buffer, and of all buffers together. The writer
/// enforces them, too.
inline constexpr std::size_t kMostBytes = std::size_t{1} << 30;
inline constexpr std::uint32_t kMostGpus = 4096;
inline constexpr std::uint32_t kMostChunks = 1U << 20;
inline constexpr std::uint64_t kMostChunksInAll = std::uint64_t{1} << 25;

/// Reads both dialects: <step s= srcbuf= srcoff= dstbuf= dstoff=> and <op step= buf= off=>.
/// Attributes that only some runtimes require may be missing (docs/msccl.md). `file`: the name of
/// the file, for texts of errors. Throws InputError "file:line: found; allowed".
Program read_program(std::istream& in, const std::string& file);

}  // namespace romcast::msccl
