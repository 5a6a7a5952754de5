// SPDX-License-Identifier: Apache-2.0
// Jobs on all ranks that one mpirun has started: the first one hands them out, as each rank has a
// child free for the next. A child that dies loses its job, and so does a rank that is no longer
// heard of: it is done again elsewhere.
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
  unsigned workers = 1;                                  ///< children at a time, on every rank
  std::function<void()> waiting{};                       ///< called a few times a second, if given
  std::function<void(const std::string&)> notice{};      ///< is told of ranks that are lost
  std::chrono::milliseconds beat{1000};                  ///< between two signs of life of a rank
  std::chrono::milliseconds patience{10'000};            ///< a rank that is silent longer is lost
  std::chrono::milliseconds patience_to_begin{600'000};  ///< the first may have much to read
};

/// On the first rank: `work` for the jobs of these numbers, in this order, here and on the other
/// ranks, and here `done` once for each; then the others leave serve_jobs(). Numbers must mean the
/// same to `work` on all ranks. A job that something is missing for is tried on two ranks. False if
/// a rank was lost.
bool run_on_ranks(Ranks& ranks, const std::vector<std::size_t>& jobs,
                  const std::function<std::string(std::size_t job)>& work,
                  const std::function<void(std::size_t job, const Answer& answer)>& done,
                  const RankPoolOptions& options = {});

/// On the other ranks: does the jobs that come until there are no more. False if another rank was
/// lost. Throws MissingError if the first one is no longer heard of.
bool serve_jobs(Ranks& ranks, const std::function<std::string(std::size_t job)>& work,
                const RankPoolOptions& options = {});

}  // namespace romcast
