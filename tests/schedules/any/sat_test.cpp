// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/sat.hpp"

#include <catch2/catch.hpp>

using namespace romcast::any;

TEST_CASE("counted variables are true up to the number of true literals, and no further") {
  for (std::size_t n = 1; n <= 6; ++n) {
    for (std::size_t most = 1; most <= n + 1; ++most) {
      for (unsigned mask = 0; mask < 1U << n; ++mask) {
        Formula formula;
        std::vector<int> literals;
        std::size_t truths = 0;
        for (std::size_t i = 0; i < n; ++i) {
          literals.push_back(formula.variable());
          const bool is_true = (mask >> i & 1) == 1;
          truths += is_true ? 1 : 0;
          formula.clause({is_true ? literals[i] : -literals[i]});
        }
        const std::vector<int> counted = formula.counted(literals, most);
        REQUIRE(counted.size() == std::min(n, most));
        const Solution solution = solve(formula, [] { return true; });
        REQUIRE(solution.answer == Answer::satisfiable);
        for (std::size_t i = 0; i < counted.size(); ++i) {
          CHECK(solution.values[static_cast<std::size_t>(counted[i])] == (truths > i));
        }
      }
    }
  }
}

TEST_CASE("at most as many literals are true as allowed") {
  for (std::size_t count = 0; count <= 4; ++count) {
    Formula formula;
    std::vector<int> literals;
    for (int i = 0; i < 5; ++i) literals.push_back(formula.variable());
    formula.at_most(count, literals);
    for (std::size_t i = 0; i <= count; ++i) formula.clause({literals[i]});
    const Solution solution = solve(formula, [] { return true; });
    CHECK(solution.answer == Answer::refuted);
    CHECK(solution.checked);
  }
}

TEST_CASE("a formula is not read to its end once its time is over") {
  Formula formula;
  const int variable = formula.variable();
  while (formula.literals().size() < 2 * kLiteralsPerLook) formula.clause({variable, variable});
  formula.clause({variable});
  formula.clause({-variable});  // which the solver refutes at once
  CHECK(solve(formula, [] { return true; }).answer == Answer::refuted);
  CHECK(solve(formula, [] { return false; }).answer == Answer::unknown);
}
