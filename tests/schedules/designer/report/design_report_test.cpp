// SPDX-License-Identifier: Apache-2.0
#include "schedules/designer/report/design_report.hpp"

#include <catch2/catch.hpp>

using namespace romcast;

TEST_CASE("a design as JSON has the candidates and those of them with computed rates") {
  const auto json = design_json({.catalog = {.processors = 8,
                                             .degree = 3,
                                             .collectives = {CollectiveKind::allreduce},
                                             .any = {.cycles = {1}},
                                             .looked_at = 7,
                                             .measured = 5}});
  CHECK(json["looked_at"] == 7);
  CHECK(json["measured"] == 5);
}
