// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/interrupt.hpp"

#include <atomic>
#include <mutex>

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

// The objects of class Interruptible that catch the signal: nested ones, or those of several
// threads. The first one installs the handler, and the last one removes it.
struct Catching {
  std::mutex mutex{};
  unsigned objects = 0;
};
Catching& catching() {
  static Catching one;
  return one;
}

// The action of the signal outside of searches.
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
  const std::lock_guard lock(catching().mutex);
  // In an enclosing Interruptible the signal, once noted, ends the searches that follow, too.
  if (catching().objects++ > 0) return;
  flag() = 0;
  (void)sigaction(SIGINT, nullptr, &usual());
  if (usual().sa_handler == SIG_IGN) return;  // an ignored signal stays ignored
  struct sigaction action {};
  action.sa_handler = note;
  sigfillset(&action.sa_mask);
  (void)sigaction(SIGINT, &action, nullptr);
}

Interruptible::~Interruptible() {
  if (!catches_) return;
  const std::lock_guard lock(catching().mutex);
  if (--catching().objects > 0) return;
  (void)sigaction(SIGINT, &usual(), nullptr);
  flag() = 0;
}

void Interruptible::interrupt() {
  struct sigaction now {};
  (void)sigaction(SIGINT, nullptr, &now);
  if (now.sa_handler == note) note(SIGINT);
}

bool Interruptible::wanted() { return asked(); }

bool Interruptible::interrupted() { return flag() != 0; }

}  // namespace romcast::any
