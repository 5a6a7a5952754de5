// SPDX-License-Identifier: Apache-2.0
// What textbooks teach, at the cycles that they give.
#include <catch2/catch.hpp>

#include "any/judged.hpp"
#include "romcast/core/topologies.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

std::shared_ptr<const Topology> family(const std::string& name, const std::string& option,
                                       const std::string& value) {
  return make_topology(name, [&](std::string_view asked) {
    return asked == option ? std::optional(value) : std::nullopt;
  });
}

}  // namespace

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
  // Last dimension first: 4x3 takes ceil(2/2) cycles, then ceil(3 * 3/2); two nodes have one link.
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

TEST_CASE("hypercubes have their classics, at the bound", "[any][classics]") {
  for (unsigned d = 1; d <= 5; ++d) {
    const auto cube = family("hypercube", "dimensions", std::to_string(d));
    const std::uint32_t n = 1U << d;
    for (const std::uint32_t m : {1U, 3U}) {
      CAPTURE(d, m);
      CHECK(judged("recursive-doubling", problem_of(cube, allgather, kSingle, m)) == m * (n - 1));
      CHECK(judged("dimension-exchange", problem_of(cube, alltoall, kSingle, m)) == m * d * n / 2);
      for (const NodeId source : {0U, n - 1, n / 2}) {
        const Problem single = problem_of(cube, broadcast, kSingle, m, source);
        const Problem multi = problem_of(cube, broadcast, kMulti, m, source);
        CHECK(judged("binomial-tree", single) == m * d);
        CHECK(judged("binomial-tree", multi) == m + d - 1);
        CHECK(find_algorithm("binomial-tree", multi).predict(multi).formula_cycles == m + d - 1);
      }
    }
  }
}

TEST_CASE("dimension order is legal where there are dimensions", "[any][classics]") {
  for (const Ports ports : {kSingle, kMulti}) {
    CHECK(judged("dimension-order",
                 problem_of(family("hypercube", "dimensions", "4"), alltoall, ports)) >= 8);
    CHECK(judged("dimension-order", problem_of(family("mesh", "dims", "4x4"), alltoall, ports)) >=
          16);
    CHECK(judged("dimension-order",
                 problem_of(family("torus", "dims", "3x4x5"), alltoall, ports, 2)) > 0);
  }
  CHECK_THROWS(find_algorithm("dimension-order", problem_of(path(4), alltoall, kMulti)));
}
