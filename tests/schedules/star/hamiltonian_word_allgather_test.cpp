// SPDX-License-Identifier: Apache-2.0
// Allgather in which all nodes send along one word, a sequence of dimensions.
#include <catch2/catch.hpp>

#include "romcast/core/relative_program.hpp"
#include "schedules/star/allgather.hpp"

using namespace romcast;
using namespace romcast::test::star_allgather;

TEST_CASE("hamiltonian-word takes as long as the ring") {
  const auto others = [](unsigned n) { return kFactorial[n] - 1; };
  check_formula("hamiltonian-word", others, others);
}

TEST_CASE("hamiltonian-word: all nodes follow one word that leads through all of them") {
  for (unsigned n = 3; n <= 6; ++n) {
    const Problem problem = problem_of(n, kSingle);
    const Plan plan = find_algorithm("hamiltonian-word", problem).build(problem);
    std::vector<unsigned> word;
    for (const RelativePacket& packet : plan.hints.find<RelativeProgram>()->packets) {
      word.push_back(packet.dimension);
    }
    CAPTURE(n);
    CHECK(word.size() == kFactorial[n] - 1);
    CHECK_FALSE(end_of_walk(n, word, false).empty());
  }
}
