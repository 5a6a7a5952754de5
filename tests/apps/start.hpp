// SPDX-License-Identifier: Apache-2.0
// Runs the real romcast program under circumstances that a test wants.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/program.hpp"

namespace romcast::test {

/// The circumstances.
struct Start {
  Environment environment{};
  std::vector<int> closed{};                 ///< standard streams that are
  std::string out{}, err{};                  ///< where they go instead of being collected
  std::optional<std::uint64_t> file_size{};  ///< bytes that a file may have (ulimit -f)
  std::function<void(int process)> meanwhile{};
};

Finished call(const Words& arguments, const Start& start);

}  // namespace romcast::test
