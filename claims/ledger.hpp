// SPDX-License-Identifier: Apache-2.0
// The engine: tries claims on their grids and computes their verdicts.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
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
  Basis basis = Basis::none;  ///< of the measured figure
  bool solved = false;        ///< a solver proves that the figures are optimal
};

/// Verdict of a claim that was not selected.
inline constexpr const char* kNotRun = "not run yet";

/// "hardware", "plan", "computed" or "".
std::string_view name_of(Basis basis);

/// The meanings of verdicts, the best first.
inline constexpr std::array<const char*, 10> kMeanings{"holds",
                                                       "computed only",
                                                       "not contradicted",
                                                       "not shown",
                                                       "holds after repair of a misprint",
                                                       "false, the right value known",
                                                       "false, open",
                                                       "no result",
                                                       "not testable",
                                                       kNotRun};

/// The result of a claim.
struct Entry {
  const Paper* paper = nullptr;
  const Claim* claim = nullptr;
  /// confirmed | confirmed with correction | refuted | not testable | not run yet
  std::string verdict{};
  /// One of kMeanings. A claim that holds is "not contradicted" if it is a bound or a conjecture,
  /// else "computed only" if its basis is `computed`; "not shown": no point that was tried is the
  /// example that is claimed to exist; "no result": a run or the whole trial proves nothing.
  std::string meaning{};
  std::vector<Trial> trials{};
  std::string counterexample{};  ///< the first point at which the printed claim fails, in words
  std::string reason{};
  bool faulty = false;            ///< a trial has a fault, or the trials contradict Claim::slack
  std::optional<double> slack{};  ///< least distance of a figure from the formula that limits it
  Basis basis = Basis::none;      ///< the weakest of its points' bases
};

/// The command of a run, after "romcast": "run -k 2 ..." or "plan -k 2 ...".
std::string shown(const std::string& run);

/// The distinct runs that these claims need.
std::vector<std::string> runs_of(const std::vector<const Claim*>& claims, Effort effort);

/// The formulas of a claim at the points of Claim::curve, without a measurement.
std::vector<Trial> curve_of(const Claim& claim, Effort effort);

/// Judges a claim by the figures of its runs. `results`: the figures by run (its options);
/// throws std::out_of_range if a run of the claim is missing.
Entry judge(const Paper& paper, const Claim& claim, Effort effort,
            const std::map<std::string, Figures>& results);

}  // namespace romcast::claims
