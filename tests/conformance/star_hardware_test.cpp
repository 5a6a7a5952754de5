// SPDX-License-Identifier: Apache-2.0
// Algorithms for star graphs, except embedded ones (laid_out_test.cpp), on the Verilated nodes with
// various packet times: by schedule ROMs and, if the plan has local rules, by rule. Theory = plan =
// hardware, hop by hop.
#include <catch2/catch.hpp>

#include "conform.hpp"

namespace {

using namespace romcast;
using romcast::test::Grid;
using romcast::test::star_graph;

// Gives the stores of all scenarios the same depth, so that the scenarios share a few models.
std::vector<Scenario> with_places(std::vector<Scenario> scenarios, std::uint32_t places) {
  for (Scenario& scenario : scenarios) scenario.hardware.queue_depth = places;
  return scenarios;
}

}  // namespace

TEST_CASE("Hardware follows theory on S_3 with packets of any time", "[long]") {
  const Grid grid{.networks = {star_graph(3)},
                  .messages = {1, 2},
                  .timings = romcast::test::timings({0, 1, 7}, {1, 2, 3})};
  romcast::test::conform(with_places(romcast::test::scenarios(grid), 16));
}

TEST_CASE("Hardware follows theory on S_4 with packets of any time", "[long]") {
  const Grid grid{.networks = {star_graph(4)},
                  .messages = {1, 2},
                  .timings = {Timing{}, Timing{1, 1}, Timing{0, 2}, Timing{7, 3}}};
  romcast::test::conform(with_places(romcast::test::scenarios(grid), 64));
}

TEST_CASE("Hardware follows theory on S_5", "[long]") {
  const Grid grid{.networks = {star_graph(5)}, .all_options = false, .timings = {Timing{3, 2}}};
  romcast::test::conform(with_places(romcast::test::scenarios(grid), 128));
}

// The default depth of a node is the plan's need, rounded up to a power of 2.
TEST_CASE("Hardware follows theory on S_4 with nodes no larger than the plan needs") {
  const Grid grid{.networks = {star_graph(4)}, .all_options = false};
  romcast::test::conform(romcast::test::scenarios(grid));
}
