// SPDX-License-Identifier: Apache-2.0
// Ranks of this machine that will never come to where this one waits, as MPI waits for ever.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace romcast {

/// Looks at the other processes that the same mpirun has started on this machine, from a thread of
/// its own, and ends this process with a line and status 3 if one of them has been stopped
/// (SIGSTOP) for some seconds, or has ended before all have met. mpirun ends the others then. Of
/// several that see it the one with the lowest rank speaks. Ranks of other machines, and what
/// mpirun has not started itself (wrappers), it does not see.
class SiblingWatch {
 public:
  SiblingWatch();
  ~SiblingWatch() { end(); }
  SiblingWatch(const SiblingWatch&) = delete;
  SiblingWatch& operator=(const SiblingWatch&) = delete;

  /// All ranks have met; from now on one may end before the others do.
  void met() { met_ = true; }
  /// From now on ranks may be lost.
  void end();

 private:
  void look();

  std::atomic<bool> met_ = false;
  std::mutex mutex_{};
  std::condition_variable wakes_{};
  bool ended_ = false;
  std::thread thread_{};
};

}  // namespace romcast
