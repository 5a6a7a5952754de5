// SPDX-License-Identifier: Apache-2.0
// While a search already has a result, Ctrl-C ends the search, not the program.
#pragma once

#include <csignal>

namespace romcast::any {

/// Catches the first SIGINT during its lifetime, unless SIGINT is ignored; a second one ends the
/// program as usual.
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
