// SPDX-License-Identifier: Apache-2.0
// Converts an exception that ends a command into an exit status and one line.
#pragma once

#include <exception>
#include <string>

namespace romcast {

struct Failure {
  static constexpr int kBadInput = 2, kMissing = 3;

  int status = kMissing;
  std::string text{};
};

/// Exit status 2 for bad input, 3 for everything else; never 1, which means a failed verdict.
Failure failure(const std::exception& error);

}  // namespace romcast
