// SPDX-License-Identifier: Apache-2.0
// Alltoall by nested substars, in which one phase inside a substar serves all messages: formulas of
// Tseng, Chang & Sheu 1998.
#include <catch2/catch.hpp>
#include <numeric>

#include "schedules/star/chains.hpp"

using namespace romcast;
using namespace romcast::test::star;

TEST_CASE("grouped and deferred take what their formulas say with every chain", "[exhaustive]") {
  for (unsigned n = 3; n <= 5; ++n) {
    for (const Chain& chain : chains(n)) {
      for (const Timing timing : kChainTimings) {
        CAPTURE(n, text_of(chain), timing.startup, timing.per_message);
        const Options options{{"substars", text_of(chain)}};
        const Run grouped{n, "grouped", timing, options}, deferred{n, "deferred", timing, options};
        CHECK(judged(grouped) == nested_cost(n, chain, timing));
        CHECK(theory_of(grouped).formula_cycles == nested_cost(n, chain, timing));
        CHECK(judged(deferred) == deferred_cost(n, chain, timing));
        CHECK(theory_of(deferred).formula_cycles == deferred_cost(n, chain, timing));
      }
    }
  }
}

TEST_CASE("deferred with all substars takes (n-1)^2 start-ups") {
  for (unsigned n = 3; n <= 6; ++n) {
    Chain full(n - 1);
    std::iota(full.rbegin(), full.rend(), 1U);
    CHECK(startups({n, "deferred", {1, 1}, {{"substars", text_of(full)}}}) == (n - 1) * (n - 1));
  }
}
