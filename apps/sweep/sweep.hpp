// SPDX-License-Identifier: Apache-2.0
// Runs many scenarios beside each other and keeps their results in a file; what is there already
// is not run again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/scenario.hpp"
#include "apps/sweep/row_file.hpp"
#include "ranks/ranks.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

struct SweepPoint {
  std::string text;      ///< its options, for the eye
  std::string hardware;  ///< what beside the scenario makes it another run, as text
  Scenario scenario;
  RunSettings run;
  bool hardware_runs = true;  ///< false: plan and theory only
};

/// A point that has no result, and why.
struct Unrun {
  std::string text, why;
};

/// What became of the points.
struct SweepOutcome {
  std::size_t ran = 0;         ///< in this call
  std::size_t there = 0;       ///< had a result before
  std::size_t same = 0;        ///< were another point under other names
  std::size_t stale = 0;       ///< results removed, as files that they came from have changed
  bool rank_lost = false;      ///< the others have done its points
  std::vector<Unrun> unfit;    ///< no such scenario, or nothing that runs it
  std::vector<Unrun> missing;  ///< something else was missing; another try may succeed
  std::vector<Unrun> failing;  ///< verdict fail, and the first reason
};

/// Tells two runs apart: 16 hexadecimal digits of the scenario with all defaults filled in, its
/// control, and what else the hardware is told.
std::string point_id(const Job& job, const SweepPoint& point);

/// Runs on so many cores (0: all; of several ranks one on each). Progress with the time left goes
/// to `progress`, if given. Throws InputError if the file cannot be written.
SweepOutcome sweep(const std::vector<SweepPoint>& points, RowFile& file, unsigned workers = 0,
                   const Progress& progress = {}, Ranks& ranks = *no_other_ranks());
/// On the other ranks: runs what the first one hands out of the same points. False if another rank
/// was lost.
bool serve_sweep(const std::vector<SweepPoint>& points, unsigned workers, Ranks& ranks);

}  // namespace romcast
