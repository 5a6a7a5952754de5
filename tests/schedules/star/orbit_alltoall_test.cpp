// SPDX-License-Identifier: Apache-2.0
// Multi-port alltoall on star graphs against the bandwidth bound ceil(n! l_{n,1} / (n-1)). The sum
// of the distances from a node, n! l_{n,1}, is counted by breadth-first search.
#include <catch2/catch.hpp>

#include "romcast/core/relative_program.hpp"
#include "schedules/star/alltoall.hpp"

using namespace romcast;
using namespace romcast::test::star;

TEST_CASE("orbit meets the bandwidth bound on S_3 to S_6 without start-up") {
  for (unsigned n = 3; n <= 6; ++n) {
    CAPTURE(n);
    CHECK(judged(multi_port(n, "orbit", {0, 1})) == bandwidth_bound(n));
    CHECK(theory_of(multi_port(n, "orbit", {0, 1})).lower_bound == bandwidth_bound(n));
  }
}

TEST_CASE("orbit is within a cycle of the bandwidth bound 4938 on S_7") {
  const auto program = plan_of(multi_port(7, "orbit", {0, 1})).hints.find<RelativeProgram>();
  CHECK(bandwidth_bound(7) == 4938);
  CHECK(end_of(*program, {0, 1}) <= 4939);
}

TEST_CASE("orbit and cyclic-orbit deliver all with any times caps and numbers of messages",
          "[long]") {
  for (unsigned n = 3; n <= 5; ++n) {
    for (const Timing timing :
         {Timing{0, 1}, Timing{0, 3}, Timing{1, 1}, Timing{20, 1}, Timing{1, 20}, Timing{100, 3}}) {
      for (const std::uint32_t messages : {1U, 2U, 5U}) {
        if (n == 5 && (messages == 5 || timing.per_message == 3)) continue;  // slow
        for (const char* cap : {"auto", "1", "4"}) {
          CAPTURE(n, timing.startup, timing.per_message, messages, cap);
          const Options options{{"packet-cap", cap}};
          const std::uint64_t orbit = judged(multi_port(n, "orbit", timing, options, messages));
          const std::uint64_t turns =
              judged(multi_port(n, "cyclic-orbit", timing, options, messages));
          CHECK(orbit > 0);
          CHECK(turns >= orbit);
          const Theory theory = theory_of(multi_port(n, "", timing, options, messages));
          CHECK_FALSE(theory.formula_cycles.has_value());
          CHECK(theory.lower_bound <= orbit);
        }
      }
    }
  }
}

TEST_CASE("orbit keeps all ports busy with n-1 messages for each destination") {
  // With n - 1 messages per pair, even the sends of a short orbit keep all n - 1 ports busy, so the
  // alltoall takes n! l_{n,1} cycles.
  for (unsigned n = 3; n <= 5; ++n) {
    CAPTURE(n);
    for (const char* name : {"orbit", "cyclic-orbit"}) {
      CHECK(judged(multi_port(n, name, {0, 1}, {}, n - 1)) == hops_to_substars(n, 1));
    }
  }
}
