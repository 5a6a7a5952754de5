// SPDX-License-Identifier: Apache-2.0
// Theorem 3.4 of the LogP paper.
#include "schedules/logp/on_time.hpp"

#include <catch2/catch.hpp>

using namespace romcast;
using any::Answer;

TEST_CASE("with latency 2 nine items cannot all be on time from t = 7 on, and can before") {
  const auto ask = [](std::uint32_t horizon, std::uint32_t items) {
    return logp::all_on_time({.latency = 2, .horizon = horizon, .items = items},
                             [] { return true; });
  };
  CHECK(ask(7, 9) == Answer::refuted);
  CHECK(ask(8, 12) == Answer::refuted);
  // With few items, all can be on time.
  CHECK(ask(7, 4) == Answer::satisfiable);
  for (std::uint32_t horizon = 4; horizon <= 6; ++horizon) {
    CAPTURE(horizon);
    CHECK(ask(horizon, 12) == Answer::satisfiable);
  }
}

TEST_CASE("with latency 3 items are on time where the paper's schedules have them so") {
  // Figure 2: P-1 = 9, t = 7; and P-1 = 13, t = 8.
  for (const std::uint32_t horizon : {7U, 8U}) {
    CHECK(logp::all_on_time({.latency = 3, .horizon = horizon, .items = 12}, [] { return true; }) ==
          Answer::satisfiable);
  }
}

TEST_CASE("a search that may not go on has no answer about items on time") {
  CHECK(logp::all_on_time({.latency = 2, .horizon = 7, .items = 8}, [] { return false; }) ==
        Answer::unknown);
}
