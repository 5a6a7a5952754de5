// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "schedules/designer/report/design_report.hpp"

using namespace romcast;
using namespace romcast::designer;
using Catch::Contains;

TEST_CASE("a picture of designs shows a bound as a bound") {
  Catalog catalog{.processors = 8, .degree = 3, .collectives = {CollectiveKind::allreduce}};
  catalog.any.cycles = catalog.both_ways.cycles = {1};
  for (const bool known : {true, false}) {
    Design& one = catalog.designs.emplace_back();
    one.figures.push_back({.steps = 3, .cycles = 4, .bound = 2, .known = known});
  }
  const std::string picture = design_picture(catalog);
  CHECK_THAT(picture, Contains(": 3 steps, 4 cycles per message"));
  CHECK_THAT(picture, Contains(": 3 steps, at least 2 cycles per message"));
}
