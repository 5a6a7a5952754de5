// SPDX-License-Identifier: Apache-2.0
// Small linear programs whose solutions are known.
#include "schedules/any/linear_program.hpp"

#include <catch2/catch.hpp>

using romcast::any::LinearProgram;

TEST_CASE("a small linear program has the solution and prices of the textbook", "[any][flow]") {
  // x + 2y >= 4, 3x + y >= 6: least x + y at x = 1.6, y = 1.2; prices 0.4 and 0.2.
  LinearProgram program;
  const int first = program.add_row(4, LinearProgram::kUnlimited);
  const int second = program.add_row(6, LinearProgram::kUnlimited);
  program.add_variable(1, {{first, 1}, {second, 3}});
  program.add_variable(1, {{first, 2}, {second, 1}});
  const auto solution = program.solve(10);
  REQUIRE(solution);
  CHECK(solution->variables[0] == Approx(1.6));
  CHECK(solution->variables[1] == Approx(1.2));
  CHECK(solution->prices[0] == Approx(0.4));
  CHECK(solution->prices[1] == Approx(0.2));
}

TEST_CASE("a linear program without a solution has none", "[any][flow]") {
  LinearProgram program;
  const int row = program.add_row(1, LinearProgram::kUnlimited);
  program.add_variable(1, {{row, -1}});
  CHECK_FALSE(program.solve(10));
}
