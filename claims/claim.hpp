// SPDX-License-Identifier: Apache-2.0
// A claim of a paper as data: its place in the paper, its statement, the points (the grid) at which
// it is tried, the printed formula and, if the printed one fails, a corrected formula. Claims
// contain no verdicts: the engine (ledger.hpp) derives the verdicts from the figures of the runs.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace romcast::claims {

/// The figures of a run; absent ones are nullopt, or missing in `measured`.
struct Figures {
  std::string command{};  ///< options of `romcast run`
  std::optional<double> cycles{}, plan_cycles{}, operands{};
  std::optional<double> formula{}, bound{};  ///< predictions of romcast itself
  std::optional<bool> optimal{};             ///< proved by a bound or a solver
  /// Figures of the hardware (without hardware: of the plan) by their keys in a report; booleans
  /// are 0 or 1.
  std::map<std::string, double, std::less<>> measured{};
  std::size_t levels = 0;  ///< of switches
  /// Why the figures prove nothing: an illegal plan, a trace that is not the plan, ... Empty if
  /// the figures are valid.
  std::string fault{};

  /// A measured figure; nothing if the run has none of this name.
  [[nodiscard]] std::optional<double> operator[](std::string_view key) const;
};

/// Sizes of a point of a grid, e.g. {"k", 3}.
using Sizes = std::vector<std::pair<std::string, double>>;

/// A point of a grid and its runs, each given by options of `romcast run`. If "plan " stands before
/// the options, the run is only planned, without hardware.
struct Point {
  Sizes at{};
  std::vector<std::string> runs{};
  bool solved = false;  ///< the point has no runs: a solver finds the optimum
};
/// The sizes as text: "k=3 h=2".
std::string describe(const Sizes& at);

/// The source of a figure, or `none` if no source is noted; the weakest source first. If a figure
/// has several sources, the weakest is its basis.
enum class Basis { none, computed, plan, hardware };

/// Prefix of runs that are only planned.
inline constexpr std::string_view kPlanOnly = "plan ";
bool run_on_hardware(const Figures& figures);

/// A point with its figures. A row notes the weakest source that a measurement reads: the basis of
/// the measurement.
class Row {
 public:
  explicit Row(const Point& point) : point_(&point) {}
  void add(Figures run) { runs_.push_back(std::move(run)); }
  [[nodiscard]] const Sizes& at() const { return point_->at; }

  /// A size by name. Throws std::out_of_range if there is no such size.
  [[nodiscard]] double operator[](std::string_view name) const;
  /// Run i, for reading a measured or planned figure; notes the basis of the run, hardware or plan.
  [[nodiscard]] const Figures& run(std::size_t i = 0) const;
  [[nodiscard]] std::size_t runs() const { return runs_.size(); }
  /// Run i, for reading only predictions (bound, operands, levels); notes no basis.
  [[nodiscard]] const Figures& predicted(std::size_t i = 0) const { return runs_.at(i); }
  /// Notes that a plan was read (view_plan).
  void note_plan() const { note(Basis::plan); }
  /// The weakest source that was read; `computed` if none was.
  [[nodiscard]] Basis basis() const { return basis_ == Basis::none ? Basis::computed : basis_; }

 private:
  void note(Basis basis) const { basis_ = basis_ == Basis::none ? basis : std::min(basis_, basis); }

  const Point* point_;
  std::vector<Figures> runs_{};
  mutable Basis basis_ = Basis::none;
};

/// A value at a point; nothing if the formula does not apply there.
using Formula = std::function<std::optional<double>(const Row&)>;
/// Claimed relation of the measurement to the formula.
enum class Relation { equals, at_most, at_least, less, more };
/// The relation as text: "<=".
std::string_view sign(Relation relation);
bool holds(double measured, Relation relation, double formula);

/// Kinds of claims: the kind limits the result of a trial.
enum class Sense {
  fact,    ///< states a value, or that something can be done
  bound,   ///< is a bound or a conjecture: trials can contradict the claim, not prove it
  exists,  ///< states that an example exists: one point that is an example confirms the claim
};
/// How the corrected formula relates to the printed one.
enum class Repair {
  value,     ///< the claim is false; the corrected formula is the right value
  misprint,  ///< the claim is true as meant; its printing or wording has an error
  partly,    ///< the claim is false; the corrected formula holds in some of the cases
};

enum class Effort { quick, full };
using Grid = std::function<std::vector<Point>(Effort)>;

/// Cycles of the first run, counted by the hardware unless the run is only planned.
std::optional<double> cycles(const Row& row);

struct Claim {
  std::string id{}, place{}, statement{};
  std::string tried{};  ///< the grid and the measurement, in words
  Grid grid{};
  Formula measured = cycles;
  Relation relation = Relation::equals;
  Formula printed{};
  std::string printed_text{};
  Formula corrected{};
  std::string corrected_text{};
  std::optional<Relation> corrected_relation{};  ///< `relation` if absent
  Sense sense = Sense::fact;
  Repair repair = Repair::value;
  bool reconstructed = false;  ///< the scan of the paper has lost the printed formula
  /// For relations <= and >=: the nearest trial's distance from the formula must be at most `slack`
  /// and, on the quick grid, more than slack - 1. If all trials are further than `slack` away, the
  /// claim's result proves nothing: a wrong formula or a slow algorithm would pass, too.
  double slack = 0;
  std::string why{};  ///< why the printed claim fails, a sentence
  Grid curve{};       ///< further points, for which only the formulas are drawn and listed
  std::function<std::string()> drawing{};  ///< the paper's figure in lines of text
  /// Reason why the claim cannot be tried; such a claim has no grid.
  std::string untestable{};
};

struct Paper {
  std::string name, reference;
  std::vector<Claim> claims;
  std::string doi{};
};

// The papers, in one or more files each.
Paper trees();
Paper star();
Paper fibtrees();
Paper multiport();
Paper logp();
/// The list of all papers.
const std::vector<Paper>& all_papers();

}  // namespace romcast::claims
