// SPDX-License-Identifier: Apache-2.0
// The first Ctrl-C during a search ends the search, not the program, as if the time were over.
#pragma once

#include <csignal>

namespace romcast::any {

/// After this call the first SIGINT during a search ends the search, not the program. A program
/// asks for this at its start, because a library should not install signal handlers unasked.
void let_interrupts_end_searches();

/// After let_interrupts_end_searches() an object of this class catches the first SIGINT during the
/// lifetime of the object, unless SIGINT is ignored; a second SIGINT ends the program as usual.
/// While several such objects exist, nested or in several threads, a SIGINT ends the searches of
/// all of them, and of those that begin before the last one ends.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;
  /// True from a caught SIGINT until the last of these objects ends.
  [[nodiscard]] static bool interrupted();
  /// For a library that catches a SIGINT itself: as if an object of this class had caught it.
  static void interrupt();
  /// True if let_interrupts_end_searches was called.
  [[nodiscard]] static bool wanted();

 private:
  const bool catches_;
};

}  // namespace romcast::any
