// SPDX-License-Identifier: Apache-2.0
// Distributes jobs among all ranks of one mpirun: the first rank assigns a job to each rank that
// runs fewer children than it may. The job of a child that dies, and the jobs of a rank that falls
// silent, are repeated on other ranks.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "ranks/ranks.hpp"
#include "romcast/run/worker_pool.hpp"

namespace romcast {

struct RankPoolOptions {
  unsigned workers = 1;                              ///< simultaneous children, on every rank
  std::function<void()> waiting{};                   ///< called a few times a second, if given
  std::function<void(const std::string&)> notice{};  ///< receives a line for each lost rank
  /// Interval between two signs of life of a rank.
  std::chrono::milliseconds beat{1000};
  std::chrono::milliseconds patience{10'000};  ///< a rank that is silent longer is lost
  /// The other ranks wait this long for the first message from the first rank, because that rank
  /// may have much input to read.
  std::chrono::milliseconds patience_to_begin{600'000};
};

/// Runs on the first rank: distributes these jobs, in this order, among all ranks. Each rank calls
/// `work` for its jobs. When a job has ended, the first rank calls `done`, once per job. After the
/// last job the other ranks leave serve_jobs(). A number must denote the same job on all ranks.
/// With several ranks, a job that fails with Answer::Kind::missing runs once more, on another rank
/// unless all other ranks are lost. Returns false if a rank was lost.
bool run_on_ranks(Ranks& ranks, const std::vector<std::size_t>& jobs,
                  const std::function<std::string(std::size_t job)>& work,
                  const std::function<void(std::size_t job, const Answer& answer)>& done,
                  const RankPoolOptions& options = {});

/// Runs on the other ranks: performs jobs until there are no more. Returns false if another rank
/// was lost. Throws MissingError if the first rank falls silent.
bool serve_jobs(Ranks& ranks, const std::function<std::string(std::size_t job)>& work,
                const RankPoolOptions& options = {});

}  // namespace romcast
