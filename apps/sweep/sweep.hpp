// SPDX-License-Identifier: Apache-2.0
// Runs many scenarios in parallel and keeps their results in a file; points with results in the
// file are not run a second time.
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
  std::string text;      ///< its options, as errors and results show them
  std::string hardware;  ///< options of the hardware except control, "option=value " each
  Scenario scenario;
  RunSettings run;
  bool hardware_runs = true;  ///< false: plan and theory only
};

/// A point without a result, or with verdict fail, and the reason.
struct Unrun {
  std::string text, why;
};

/// Outcomes of the points.
struct SweepOutcome {
  std::size_t ran = 0;         ///< run in this call
  std::size_t there = 0;       ///< had a result before
  std::size_t same = 0;        ///< duplicates of another point
  std::size_t stale = 0;       ///< results removed because their files have changed
  bool rank_lost = false;      ///< a rank died, and the others ran its points
  std::vector<Unrun> unfit;    ///< invalid scenario, or no algorithm runs it
  std::vector<Unrun> missing;  ///< the run broke off, or its files changed; try again
  std::vector<Unrun> failing;  ///< failed verdicts, with the first reason
};

/// Runs points, `workers` at a time on each rank (0: one per core, or one per rank if there are
/// several ranks). Progress with the remaining time goes to `progress`, if given. Throws InputError
/// if the file cannot be written.
SweepOutcome sweep(const std::vector<SweepPoint>& points, RowFile& file, unsigned workers = 0,
                   const Progress& progress = {}, Ranks& ranks = *no_other_ranks());
/// For the other ranks: performs jobs from the first rank for the same points. False if another
/// rank was lost.
bool serve_sweep(const std::vector<SweepPoint>& points, unsigned workers, Ranks& ranks);

}  // namespace romcast
