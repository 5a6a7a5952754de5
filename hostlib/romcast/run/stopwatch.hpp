// SPDX-License-Identifier: Apache-2.0
// CPU time of this process, split by activity.
#pragma once

#include <ctime>

namespace romcast {

/// CPU seconds of this process so far.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Adds the CPU time of its scope to a total.
class CpuTimer {
 public:
  explicit CpuTimer(double& total) : total_(total), start_(cpu_seconds()) {}
  ~CpuTimer() { total_ += cpu_seconds() - start_; }
  CpuTimer(const CpuTimer&) = delete;
  CpuTimer& operator=(const CpuTimer&) = delete;

 private:
  double& total_;
  double start_;
};

}  // namespace romcast
