// SPDX-License-Identifier: Apache-2.0
// The engine: tries claims on their grids and computes their verdicts.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "claims/claim.hpp"

namespace romcast::claims {

/// A point of a grid with the results of its trial.
struct Trial {
  Sizes at{};
  std::vector<std::string> runs{};
  std::optional<double> measured{}, printed{}, corrected{};
  std::optional<double> bound{}, plan{}, hardware{}, queue{}, waiting{};  ///< of the first run
  std::string fault{};
  bool printed_holds = true, corrected_holds = true;
};

/// Verdict of a claim that was not selected.
inline constexpr const char* kNotRun = "not run yet";

/// The result of a claim.
struct Entry {
  const Paper* paper = nullptr;
  const Claim* claim = nullptr;
  /// confirmed | confirmed with correction | refuted | not testable | not run yet
  std::string verdict{};
  std::vector<Trial> trials{};
  std::string counterexample{};  ///< the smallest point at which the printed claim fails
  std::string reason{};
  bool faulty = false;  ///< a run proves nothing: hardware and plan differ, or the plan is illegal
};

/// Prefix of runs that are only planned.
inline constexpr std::string_view kPlanOnly = "plan ";
bool run_on_hardware(const Figures& figures);
/// "run -k 2 ..." or "plan -k 2 ...".
std::string shown(const std::string& run);

/// The distinct runs that these claims need.
std::vector<std::string> runs_of(const std::vector<const Claim*>& claims, Effort effort);

/// Judges a claim by the figures of its runs; `results` must contain all of them.
Entry judge(const Paper& paper, const Claim& claim, Effort effort,
            const std::map<std::string, Figures>& results);

}  // namespace romcast::claims
