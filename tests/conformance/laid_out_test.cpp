// SPDX-License-Identifier: Apache-2.0
// Broadcasts of the fully connected network embedded in fat trees and star graphs, on the Verilated
// switches: plan = hardware, hop by hop and queue by queue.
#include <catch2/catch.hpp>
#include <set>

#include "conform.hpp"

namespace {

using namespace romcast;
using romcast::test::conform;
using romcast::test::Network;

// The scenarios of the grid with embedded algorithms.
std::vector<Scenario> laid_out(romcast::test::Grid grid) {
  grid.copies_up_to = 1000;
  std::vector<Scenario> result;
  for (Scenario& scenario : romcast::test::scenarios(grid)) {
    if (resolve(scenario).algorithm.copies) result.push_back(std::move(scenario));
  }
  return result;
}

Network tree(const char* arity, const char* height, const char* capacity) {
  return {.options = {{"arity", arity}, {"height", height}, {"capacity", capacity}}};
}

// Gives the queues of all scenarios the same depth, so that the scenarios share a few models.
std::vector<Scenario> with_places(std::vector<Scenario> scenarios, std::uint32_t places) {
  for (Scenario& scenario : scenarios) scenario.hardware.queue_depth = places;
  return scenarios;
}

}  // namespace

TEST_CASE("Broadcasts laid over fat trees run by rules and by ROMs as they were planned",
          "[long]") {
  const auto runs = laid_out({{tree("2", "3", "constant"), tree("4", "2", "1,2")}, {1, 3}});
  CHECK(romcast::test::covered(runs).size() == 8);
  conform(runs);
}

TEST_CASE("Broadcasts laid over a star graph run by ROMs as they were planned") {
  const auto runs = laid_out({{romcast::test::star_graph(4)}, {3}, false, {Timing{}, {5, 2}}});
  // Two of the twelve algorithms do not run on 24 processors: `hypercube` needs a power of 2, and
  // `clipped-cube`, with 3 ports, a power of 4.
  CHECK(romcast::test::covered(runs).size() == 12 - 2);
  conform(with_places(runs, 64));
}

TEST_CASE("Broadcasts laid over the smallest star graph run by ROMs as they were planned") {
  conform(with_places(laid_out({{romcast::test::star_graph(3)}, {1, 2}}), 16));
}
