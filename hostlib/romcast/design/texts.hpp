// SPDX-License-Identifier: Apache-2.0
// The files of a Verilog design that are equal for all networks except for some numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace romcast {

struct RtlFigures {
  std::uint64_t cycles = 0, end = 0, hops = 0, delivered = 0;
  unsigned word_bits = 1;
  std::size_t loads = 0, checks = 0;  ///< lines of load.hex and of expected.hex
};

std::string testbench_text(const RtlFigures& figures);
std::string makefile_text(const RtlFigures& figures);
std::string readme_text(const RtlFigures& figures);
/// The core file for FuseSoC. `verilog`: names of the design's Verilog files.
std::string core_text(const std::vector<std::string>& verilog);

}  // namespace romcast
