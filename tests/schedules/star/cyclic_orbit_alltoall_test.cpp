// SPDX-License-Identifier: Apache-2.0
// Multi-port alltoall by orbits: at most n^2 - 3n + 3 start-ups per port, and no more cycles than
// known results.
#include <catch2/catch.hpp>
#include <map>

#include "romcast/core/relative_program.hpp"
#include "schedules/star/alltoall.hpp"

using namespace romcast;
using namespace romcast::test::star;

TEST_CASE("cyclic-orbit takes n^2 - 3n + 3 start-ups or fewer and few messages too many") {
  const std::map<unsigned, std::uint64_t> known{{3, 6}, {4, 24}, {5, 118}, {6, 698}};
  for (const auto& [n, messages] : known) {
    CAPTURE(n);
    const auto program =
        plan_of(multi_port(n, "cyclic-orbit", {0, 1})).hints.find<RelativeProgram>();
    CHECK(startups_of_a_port(*program) <= n * n - 3 * n + 3);
    CHECK(end_of(*program, {0, 1}) <= messages);
    CHECK(end_of(*program, {0, 1}) >= bandwidth_bound(n));
  }
}
