// SPDX-License-Identifier: Apache-2.0
// While a search has something to show already, Ctrl-C ends the search, not the program.
#pragma once

#include <csignal>

namespace romcast::any {

/// Catches SIGINT while it lives, unless it is ignored; a second one ends the program as ever.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;
  [[nodiscard]] static bool interrupted();

 private:
  struct sigaction before_ {};
};

}  // namespace romcast::any
