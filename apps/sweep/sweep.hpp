// SPDX-License-Identifier: Apache-2.0
// Runs many scenarios, the points of a sweep, in parallel and keeps their results in a file. A
// point with a result in the file is run again only if files that the point reads have changed.
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
  std::string hardware;  ///< options of the hardware except control, "option=value " each, in order
  std::string as_given;  ///< the same as the user gave them, by which earlier versions made ids
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

/// Runs the points that lack a valid result in `file`, and appends their results. Each rank runs
/// `workers` points at a time; if `workers` is 0, a single rank runs one per core, several ranks
/// run one each. `progress`, if given, gets the remaining time. Throws InputError if writing fails.
SweepOutcome sweep(const std::vector<SweepPoint>& points, RowFile& file, unsigned workers = 0,
                   const Progress& progress = {}, Ranks& ranks = *no_other_ranks());
/// Called by all ranks but the first, with the points that the first rank passes to sweep(): runs
/// the points that the first rank assigns. Returns false if a rank was lost.
bool serve_sweep(const std::vector<SweepPoint>& points, unsigned workers, Ranks& ranks);

}  // namespace romcast
