// SPDX-License-Identifier: Apache-2.0
// Allgathers around rings, and around the rings of tori, take the numbers of cycles that textbooks
// give.
#include <catch2/catch.hpp>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

TEST_CASE("an allgather goes round a ring both ways", "[any][classics]") {
  for (unsigned n = 3; n <= 9; ++n) {
    const auto ring = family("ring", "processors", std::to_string(n));
    for (std::uint32_t m = 1; m <= 4; ++m) {
      CAPTURE(n, m);
      const Problem multi = problem_of(ring, allgather, kMulti, m);
      CHECK(judged("both-ways", multi) == (m * (n - 1) + 1) / 2);
      CHECK(find_algorithm("both-ways", multi).predict(multi).formula_cycles ==
            (m * (n - 1) + 1) / 2);
      CHECK(judged("both-ways", problem_of(ring, allgather, kSingle, m)) == m * (n - 1));
    }
  }
}

TEST_CASE("an allgather goes round the rings of a torus, dimension by dimension",
          "[any][classics]") {
  struct Row {
    const char* dims;
    std::uint32_t messages;
    Cycle multi, single;
  };
  // Last dimension first: 4x3 takes ceil(2/2) cycles in rings of 3, then ceil(3 * 3/2) in rings of
  // 4; a ring of two nodes has one link.
  for (const Row& row : {Row{"4x3", 1, 1 + 5, 11}, Row{"3x3", 2, 2 + 6, 16},
                         Row{"2x4", 1, 2 + 4, 7}, Row{"3x5x2", 1, 1 + 4 + 10, 29}}) {
    CAPTURE(row.dims);
    const auto torus = family("torus", "dims", row.dims);
    const Problem multi = problem_of(torus, allgather, kMulti, row.messages);
    CHECK(judged("ring-by-ring", multi) == row.multi);
    CHECK(find_algorithm("bucket", multi).predict(multi).formula_cycles == row.multi);
    CHECK(judged("ring-by-ring", problem_of(torus, allgather, kSingle, row.messages)) ==
          row.single);
  }
}
