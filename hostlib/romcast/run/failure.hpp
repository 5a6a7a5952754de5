// SPDX-License-Identifier: Apache-2.0
// What an exception that ends a command means to the user: an exit status and one line.
#pragma once

#include <exception>
#include <string>

namespace romcast {

struct Failure {
  static constexpr int kBadInput = 2, kMissing = 3;

  int status = kMissing;
  std::string text{};
};

/// Bad input is 2; all else is 3: 1 means that a verdict fails, and an exception is no verdict.
Failure failure(const std::exception& error);

}  // namespace romcast
