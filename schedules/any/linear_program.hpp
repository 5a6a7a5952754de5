// SPDX-License-Identifier: Apache-2.0
// A linear program, which the solver Clp (COIN-OR; Forrest et al.) solves.
#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace romcast::any {

/// A linear program: minimises the sum of cost times variable over all variables, each at least 0.
class LinearProgram {
 public:
  /// Adds a row: a weighted sum of variables, and the limits `least` and `most` of the sum. Returns
  /// the row's number, from 0.
  int add_row(double least, double most);
  static constexpr double kUnlimited = 1e300;
  /// Adds a variable with its entries (row, factor), at most one per row.
  void add_variable(double cost, const std::vector<std::pair<int, double>>& entries);

  struct Solution {
    std::vector<double> variables, prices;  ///< by variable; by row
  };
  /// The optimum; nullopt if no optimum exists, or if the solver has not found it after `seconds`.
  [[nodiscard]] std::optional<Solution> solve(double seconds) const;

 private:
  std::vector<double> least_, most_, costs_, factors_;
  std::vector<int> rows_, begins_{0};
};

}  // namespace romcast::any
