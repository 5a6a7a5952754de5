// SPDX-License-Identifier: Apache-2.0
// Runs romcast on a pseudo-terminal and captures the screen.
#pragma once

#include <string>
#include <vector>

#include "apps/program.hpp"

namespace romcast::test {

struct Screen {
  int status = -1;    ///< exit status, or 1000 + the signal that ended romcast
  std::string raw{};  ///< bytes sent to the terminal, both stdout and stderr

  /// The visible lines; text after a carriage return overwrites the text before it.
  [[nodiscard]] std::vector<std::string> lines() const;
  [[nodiscard]] bool escapes() const { return raw.find('\033') != std::string::npos; }
  /// True if a line was overwritten.
  [[nodiscard]] bool overwrites() const;
};

/// Runs romcast on a terminal of this width.
Screen call_on_terminal(const Words& arguments, const Environment& environment,
                        unsigned short columns = 80);

}  // namespace romcast::test
