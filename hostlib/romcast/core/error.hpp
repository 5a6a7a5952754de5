// SPDX-License-Identifier: Apache-2.0
// Errors that a user can fix: one line that names the input, its location and the remedy.
#pragma once

#include <stdexcept>
#include <string>

namespace romcast {

/// Bad usage or bad input (exit status 2).
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A missing or unreachable installation (exit status 3).
class MissingError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace romcast
