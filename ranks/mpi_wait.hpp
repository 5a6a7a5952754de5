// SPDX-License-Identifier: Apache-2.0
// Waits for other ranks, with a timeout.
#pragma once

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace romcast {

using RankClock = std::chrono::steady_clock;

/// Calls `done` until it returns true. Returns false after `patience`. Spins at first, since the
/// messages that ranks exchange in every cycle arrive within microseconds.
template <class Done>
bool wait_until(RankClock::duration patience, Done done) {
  constexpr unsigned spins = 1 << 10, looks = 1 << 6;
  for (unsigned i = 0; i < spins; ++i) {
    if (done()) return true;
  }
  // The longest time that one turn of the loop adds to `waited`: during a longer turn the process
  // may have been stopped.
  constexpr RankClock::duration longest_turn = std::chrono::seconds(1);
  auto waited = RankClock::duration(0);
  for (auto before = RankClock::now(); waited <= patience;) {
    for (unsigned i = 0; i < looks; ++i) {
      if (done()) return true;
      sched_yield();
    }
    if (waited > std::chrono::milliseconds(20)) {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    const auto now = RankClock::now();
    waited += std::min(now - before, longest_turn);
    before = now;
  }
  return false;
}

}  // namespace romcast
