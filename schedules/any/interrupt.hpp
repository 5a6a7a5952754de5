// SPDX-License-Identifier: Apache-2.0
// While a search already has a result, Ctrl-C ends the search, not the program.
#pragma once

#include <csignal>

namespace romcast::any {

/// From now on the first SIGINT ends a search. Called by programs that want that, at their start: a
/// library installs no signal handler.
void let_interrupts_end_searches();

/// Once let_interrupts_end_searches was called: catches the first SIGINT during its lifetime,
/// unless SIGINT is ignored; a second one ends the program as usual.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;
  [[nodiscard]] static bool interrupted();
  /// let_interrupts_end_searches was called.
  [[nodiscard]] static bool wanted();

 private:
  const bool catches_;
  struct sigaction before_ {};
};

}  // namespace romcast::any
