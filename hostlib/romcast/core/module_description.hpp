// SPDX-License-Identifier: Apache-2.0
// Reads the port list of a Verilog module: a comment line that begins with `Straps`, `Counters`,
// `Marks` or `Flags` gives that meaning to the ports below it, up to the next empty line.
#pragma once

#include <string>
#include <vector>

namespace romcast {

/// A port that is set before a run (strap) or read after it.
struct DescribedPort {
  enum class Kind { strap, counter, mark, flag };
  Kind kind;
  std::string name;
  bool operator==(const DescribedPort&) const = default;
};

/// Described ports in the order of the port list; `verilog` is one module with one port per line.
std::vector<DescribedPort> described_ports(const std::string& verilog);

}  // namespace romcast
