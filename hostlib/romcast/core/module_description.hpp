// SPDX-License-Identifier: Apache-2.0
// The ports of a Verilog module that are set before a run or read after it.
#pragma once

#include <string>

namespace romcast {

struct DescribedPort {
  /// Set before a run (strap), or read after it.
  enum class Kind { strap, counter, mark, flag };
  Kind kind;
  std::string name;
  bool operator==(const DescribedPort&) const = default;
};

}  // namespace romcast
