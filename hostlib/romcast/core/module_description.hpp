// SPDX-License-Identifier: Apache-2.0
// The ports of a Verilog module that are set before a run or read after it.
#pragma once

#include <string>

namespace romcast {

struct DescribedPort {
  enum class Kind { strap, counter, mark, flag };  ///< a strap is set, the others are read
  Kind kind;
  std::string name;
  bool operator==(const DescribedPort&) const = default;
};

}  // namespace romcast
