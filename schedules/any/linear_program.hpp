// SPDX-License-Identifier: Apache-2.0
// A linear program, and the solver Clp (COIN-OR; Forrest et al.) that minimises it.
#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace romcast::any {

/// Minimises the sum of costs times variables, all at least 0.
class LinearProgram {
 public:
  /// Returns the row's number. Rows are sums of variables, within these limits.
  int add_row(double least, double most);
  static constexpr double kUnlimited = 1e300;
  /// Adds a variable with its entries (row, factor), which have different rows.
  void add_variable(double cost, const std::vector<std::pair<int, double>>& entries);

  struct Solution {
    std::vector<double> variables, prices;  ///< by variable; by row
  };
  /// Nothing if there is no solution, or after this many seconds.
  [[nodiscard]] std::optional<Solution> solve(double seconds) const;

 private:
  std::vector<double> least_, most_, costs_, factors_;
  std::vector<int> rows_, begins_{0};
};

}  // namespace romcast::any
