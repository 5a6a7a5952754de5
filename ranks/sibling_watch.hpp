// SPDX-License-Identifier: Apache-2.0
// Detects ranks of this machine that will never answer, since MPI would wait for ever.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace romcast {

/// A thread watches the other processes that the same mpirun has started on this machine, and ends
/// this process with an error line and status 3 if one of them has been stopped (SIGSTOP) for some
/// seconds, or has ended before all have met; mpirun then ends the others. If several ranks detect
/// the error, the one with the lowest number reports it. Ranks of other machines, and processes
/// that mpirun started through a wrapper, are not watched.
class SiblingWatch {
 public:
  SiblingWatch();
  ~SiblingWatch() { end(); }
  SiblingWatch(const SiblingWatch&) = delete;
  SiblingWatch& operator=(const SiblingWatch&) = delete;

  /// All ranks have met; from now on a rank may end before the others do.
  void met() { met_ = true; }
  /// Stops watching: from now on ranks may be lost.
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
