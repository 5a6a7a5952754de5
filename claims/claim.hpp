// SPDX-License-Identifier: Apache-2.0
// A claim of a paper as data: where it stands, what it says, on which grid it is tried, and the
// formula as printed and, where that fails, as corrected. Nothing here says which claims are right:
// the engine (ledger.hpp) finds out from the figures of the runs.
#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace romcast::claims {

/// What came out of a run, in cycles and messages; absent figures are nullopt.
struct Figures {
  std::string command{};  ///< options of `romcast run`
  std::optional<double> cycles{}, plan_cycles{}, operands{};
  std::optional<double> formula{}, bound{};  ///< what the program itself predicts
  std::optional<bool> optimal{};             ///< by a bound or a solver
  /// Those of the hardware, or of the plan without hardware, under their keys in a report; truths
  /// are 0 or 1.
  std::map<std::string, double, std::less<>> measured{};
  std::size_t levels = 0;  ///< of switches
  /// Why the figures prove nothing: an illegal plan, a trace that is not the plan, ... Empty:
  /// sound.
  std::string fault{};

  /// A measured figure; nothing if the run has none of this name.
  [[nodiscard]] std::optional<double> operator[](std::string_view key) const;
};

/// Sizes of a point of a grid, e.g. {"k", 3}.
using Sizes = std::vector<std::pair<std::string, double>>;

/// A point of a grid and the runs that it needs: options of `romcast run`; those of a plan alone,
/// without hardware, begin with "plan ".
struct Point {
  Sizes at{};
  std::vector<std::string> runs{};
};
/// "k=3 h=2".
std::string describe(const Sizes& at);

/// A point with its figures.
struct Row {
  const Point* point = nullptr;
  std::vector<Figures> runs{};

  /// A size. Throws std::out_of_range if there is none of this name.
  [[nodiscard]] double operator[](std::string_view name) const;
  [[nodiscard]] const Figures& run(std::size_t i = 0) const { return runs.at(i); }
};

/// A value at a point; nothing where it says nothing there.
using Formula = std::function<std::optional<double>(const Row&)>;
/// How what was measured is claimed to stand to the formula.
enum class Relation { equals, at_most, at_least, less, more };
/// E.g. "<=".
std::string_view sign(Relation relation);
bool holds(double measured, Relation relation, double formula);

enum class Effort { quick, full };
using Grid = std::function<std::vector<Point>(Effort)>;

/// Cycles of the first run, as the hardware counted them.
std::optional<double> cycles(const Row& row);

struct Claim {
  std::string id{}, place{}, statement{};
  std::string tried{};  ///< the grid and what was measured on it, in words
  Grid grid{};
  Formula measured = cycles;
  Relation relation = Relation::equals;
  Formula printed{};
  std::string printed_text{};
  Formula corrected{};
  std::string corrected_text{};
  std::optional<Relation> corrected_relation{};  ///< `relation` if absent
  std::string untestable{};                      ///< why it cannot be tried; no grid then
};

struct Paper {
  std::string name, reference;
  std::vector<Claim> claims;
};

// The papers, a file each or several.
Paper trees();
Paper star();
Paper fibtrees();
Paper multiport();
Paper logp();
/// All of them.
const std::vector<Paper>& all_papers();

}  // namespace romcast::claims
