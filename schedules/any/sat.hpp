// SPDX-License-Identifier: Apache-2.0
// A formula in clauses, and the solver CaDiCaL (Biere et al. 2020) that decides it.
#pragma once

#include <functional>
#include <vector>

namespace romcast::any {

class Formula {
 public:
  /// Adds a variable and returns its number, counted from 1.
  int variable() { return ++variables_; }
  void clause(const std::vector<int>& literals);
  /// Demands that at most `count` of the literals are true (sequential counter, Sinz 2005).
  void at_most(std::size_t count, const std::vector<int>& literals);
  /// Returns up to `most` new variables; variable k, counted from 0, is true exactly if more than k
  /// of the literals are true (totalizer, Bailleux & Boufkhad 2003). If there are fewer than two
  /// literals, returns `literals`.
  std::vector<int> counted(const std::vector<int>& literals, std::size_t most);
  [[nodiscard]] int variables() const { return variables_; }
  /// Clauses, each followed by a 0.
  [[nodiscard]] const std::vector<int>& literals() const { return literals_; }

 private:
  int variables_ = 0;
  std::vector<int> literals_;
};

enum class Answer { satisfiable, refuted, unknown };

struct Solution {
  Answer answer = Answer::unknown;
  std::vector<bool> values{};  ///< by variable, if satisfiable
  /// Refuted, and every step of the solver's proof was checked (schedules/proof).
  bool checked = false;
};

/// Number of literals between two calls of go_on() while a formula is written or read.
inline constexpr std::size_t kLiteralsPerLook = std::size_t{1} << 16;

/// Decides the formula; the answer is unknown if go_on() returns false before the decision.
Solution solve(const Formula& formula, const std::function<bool()>& go_on);

}  // namespace romcast::any
