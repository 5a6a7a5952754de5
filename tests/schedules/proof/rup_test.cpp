// SPDX-License-Identifier: Apache-2.0
// A refutation is accepted only if every step follows.
#include "schedules/proof/rup.hpp"

#include <catch2/catch.hpp>

#include "schedules/any/sat.hpp"

using namespace romcast;

namespace {

using Clause = std::vector<int>;

// A formula without solution: `holes` + 1 pigeons, each in one of `holes` holes, no two in the
// same.
any::Formula pigeons(int holes) {
  any::Formula formula;
  std::vector<std::vector<int>> in(static_cast<std::size_t>(holes) + 1);
  for (auto& pigeon : in) {
    for (int h = 0; h < holes; ++h) pigeon.push_back(formula.variable());
    formula.clause(pigeon);
  }
  for (std::size_t h = 0; h < static_cast<std::size_t>(holes); ++h) {
    Clause here;
    for (const auto& pigeon : in) here.push_back(pigeon[h]);
    formula.at_most(1, here);
  }
  return formula;
}

}  // namespace

TEST_CASE("what follows by unit propagation is derived, what does not is not", "[any][proof]") {
  RupChecker checker;
  checker.add(Clause{1, 2});
  checker.add(Clause{1, -2});
  CHECK_FALSE(checker.derive(Clause{-1}));
  CHECK(checker.derive(Clause{1}));
  checker.add(Clause{-1, 3});
  CHECK_FALSE(checker.refuted());
  CHECK(checker.derive(Clause{3}));
  checker.add(Clause{-3});
  CHECK(checker.refuted());
}

TEST_CASE("clauses that are gone help no longer", "[any][proof]") {
  RupChecker checker;
  checker.add(Clause{1, 2});
  checker.add(Clause{1, -2});
  checker.remove(Clause{-2, 1});
  CHECK_FALSE(checker.derive(Clause{1}));
}

TEST_CASE("the solver's refutations are checked", "[any][proof]") {
  for (int holes = 2; holes <= 6; ++holes) {
    const any::Solution solution = any::solve(pigeons(holes), [] { return true; });
    CHECK(solution.answer == any::Answer::refuted);
    CHECK(solution.checked);
  }
}

TEST_CASE("at most so many are true, and so many can be", "[any][proof]") {
  for (int count = 1; count <= 3; ++count) {
    for (int forced = 0; forced <= 4; ++forced) {
      any::Formula formula;
      Clause all;
      for (int i = 0; i < 5; ++i) all.push_back(formula.variable());
      formula.at_most(static_cast<std::size_t>(count), all);
      for (int i = 0; i < forced; ++i) formula.clause({all[static_cast<std::size_t>(i)]});
      const any::Answer answer = any::solve(formula, [] { return true; }).answer;
      CHECK((answer == any::Answer::satisfiable) == (forced <= count));
    }
  }
}

TEST_CASE("a proof that ends early, or is none, refutes nothing", "[any][proof]") {
  const std::vector<int> formula{1, 2, 0, -1, 2, 0, 1, -2, 0, -1, -2, 0};
  std::FILE* file = std::tmpfile();
  CHECK_FALSE(refutes(formula, file, [] { return true; }));
  for (const char byte : {'a', '\4', '\0', 'a', '\0'}) std::fputc(byte, file);
  std::rewind(file);
  CHECK(refutes(formula, file, [] { return true; }));
  std::fclose(file);
}
