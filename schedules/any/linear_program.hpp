// SPDX-License-Identifier: Apache-2.0
// A linear program, and the solver Clp (COIN-OR; Forrest et al.) that minimises it.
#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace romcast::any {

/// Minimises the sum of cost times variable over all variables, which are at least 0.
class LinearProgram {
 public:
  /// Adds a row, a weighted sum of variables that must be at least `least` and at most `most`.
  /// Returns the row's number, from 0.
  int add_row(double least, double most);
  static constexpr double kUnlimited = 1e300;
  /// Adds a variable with its entries (row, factor), at most one per row.
  void add_variable(double cost, const std::vector<std::pair<int, double>>& entries);

  struct Solution {
    std::vector<double> variables, prices;  ///< by variable; by row
  };
  /// The optimum; nothing if there is none, or if the solver has not found it after `seconds`.
  [[nodiscard]] std::optional<Solution> solve(double seconds) const;

 private:
  std::vector<double> least_, most_, costs_, factors_;
  std::vector<int> rows_, begins_{0};
};

}  // namespace romcast::any
