// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/interrupt.hpp"

namespace romcast::any {
namespace {

// A signal handler can reach only global variables.
volatile std::sig_atomic_t& flag() {
  static volatile std::sig_atomic_t one = 0;
  return one;
}

struct sigaction& usual() {
  static struct sigaction one {};
  return one;
}

void note(int signal) {
  flag() = 1;
  (void)sigaction(signal, &usual(), nullptr);
}

}  // namespace

Interruptible::Interruptible() {
  (void)sigaction(SIGINT, nullptr, &before_);
  // An Interruptible around this one already handles the signal.
  if (before_.sa_handler == SIG_IGN || before_.sa_handler == note) return;
  flag() = 0;
  usual() = before_;
  struct sigaction action {};
  action.sa_handler = note;
  sigfillset(&action.sa_mask);
  (void)sigaction(SIGINT, &action, nullptr);
}

Interruptible::~Interruptible() {
  if (before_.sa_handler != note) (void)sigaction(SIGINT, &before_, nullptr);
}

bool Interruptible::interrupted() { return flag() != 0; }

}  // namespace romcast::any
