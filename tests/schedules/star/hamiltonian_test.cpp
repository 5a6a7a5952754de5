// SPDX-License-Identifier: Apache-2.0
// Words, sequences of dimensions, that lead along Hamiltonian paths and cycles of star graphs.
#include "schedules/star/hamiltonian.hpp"

#include <catch2/catch.hpp>

#include "schedules/star/allgather.hpp"

using namespace romcast;
using namespace romcast::test::star_allgather;

namespace {

std::vector<unsigned> swaps(unsigned n) {
  std::vector<unsigned> word;
  star::EhrlichSwaps generator(n);
  for (unsigned d = generator.next(); d != 0; d = generator.next()) word.push_back(d);
  return word;
}

}  // namespace

TEST_CASE("Ehrlich's swaps lead through all nodes of S_2 to S_9", "[exhaustive]") {
  for (unsigned n = 2; n <= 9; ++n) {
    const std::string end = end_of_walk(n, swaps(n), false);
    CAPTURE(n, end);
    REQUIRE_FALSE(end.empty());
    bool closes = false;
    for (unsigned d = 2; d <= n; ++d) closes |= crossed(end, d) == first_label(n);
    CHECK(closes == (n <= 4 || n == 6));
  }
}

TEST_CASE("closed words lead through all nodes of S_2 to S_9 and back", "[exhaustive]") {
  for (unsigned n = 2; n <= 9; ++n) {
    CAPTURE(n);
    CHECK(end_of_walk(n, star::closed_word(n), true) == first_label(n));
  }
}
