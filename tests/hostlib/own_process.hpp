// SPDX-License-Identifier: Apache-2.0
// Work in a process of its own, which cleans up when a signal ends it.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "romcast/core/cleanup.hpp"

namespace romcast::test {

/// The status of a process that runs `work`, in waitpid's format.
inline int status_of(const std::function<void()>& work) {
  const pid_t process = ::fork();
  if (process == 0) {
    clean_up_on_signals();
    work();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(process, &status, 0);
  return status;
}

/// The signal that ended a process that runs `work`, or 0.
inline int signal_of(const std::function<void()>& work) {
  const int status = status_of(work);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace romcast::test
