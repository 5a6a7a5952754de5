// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/interrupt.hpp"

#include <atomic>

namespace romcast::any {
namespace {

// The flag is static, because the signal handler note() has no argument except the signal's number.
volatile std::sig_atomic_t& flag() {
  static volatile std::sig_atomic_t one = 0;
  return one;
}

std::atomic<bool>& asked() {
  static std::atomic<bool> one = false;
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

void let_interrupts_end_searches() { asked() = true; }

Interruptible::Interruptible() : catches_(asked()) {
  if (!catches_) return;
  (void)sigaction(SIGINT, nullptr, &before_);
  // An ignored signal stays ignored; if the handler is `note`, an enclosing Interruptible set it.
  if (before_.sa_handler == SIG_IGN || before_.sa_handler == note) return;
  flag() = 0;
  usual() = before_;
  struct sigaction action {};
  action.sa_handler = note;
  sigfillset(&action.sa_mask);
  (void)sigaction(SIGINT, &action, nullptr);
}

Interruptible::~Interruptible() {
  if (catches_ && before_.sa_handler != note) (void)sigaction(SIGINT, &before_, nullptr);
}

bool Interruptible::wanted() { return asked(); }

bool Interruptible::interrupted() { return flag() != 0; }

}  // namespace romcast::any
