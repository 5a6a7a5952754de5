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
