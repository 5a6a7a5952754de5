// SPDX-License-Identifier: Apache-2.0
// What a Verilog module says of itself in its port list: a comment line that begins with `Straps`,
// `Counters`, `Marks` or `Flags` gives the ports below it, up to the next empty line, that meaning.
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

/// In the order of the port list of the module that `verilog` consists of, one port a line.
std::vector<DescribedPort> described_ports(const std::string& verilog);

}  // namespace romcast
