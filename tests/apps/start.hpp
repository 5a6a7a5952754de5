// SPDX-License-Identifier: Apache-2.0
// Runs the real romcast program in given circumstances.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/program.hpp"

namespace romcast::test {

struct Start {
  Environment environment{};
  std::vector<int> closed{};                 ///< standard streams that are closed
  std::string out{}, err{};                  ///< files for stdout and stderr; empty: captured
  std::optional<std::uint64_t> file_size{};  ///< bytes that a file may have (ulimit -f)
  std::function<void(int process)> meanwhile{};
};

Finished call(const Words& arguments, const Start& start);

}  // namespace romcast::test
