// SPDX-License-Identifier: Apache-2.0
// Bounds of periods: loads of endpoints, links and cuts, computed by hand.
#include "schedules/bounds/period.hpp"

#include <catch2/catch.hpp>

#include "romcast/networks/networks.hpp"
#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

bounds::Bound period_bound(const Problem& problem) {
  return bounds::period_bounds({*problem.topology, problem.collective, problem.ports}).front();
}

bounds::Bound alltoall_bound(const std::string& name, const std::string& dims) {
  const auto network = networks::family(name, {{"dims", dims}, {"tiles", "on"}});
  return period_bound(problem_of(network, CollectiveKind::alltoall, Ports{}));
}

}  // namespace

TEST_CASE("the period of an alltoall is bounded by endpoints, distances and cuts", "[bounds]") {
  // An endpoint sends a word to each other tile.
  CHECK(alltoall_bound("torus", "3x3").cycles == 8);
  CHECK(alltoall_bound("torus", "3x3").name == "endpoint");
  CHECK(alltoall_bound("torus", "7x7").cycles == 48);
  // 32 * 32 words over 16 links, and over 8 of a mesh.
  CHECK(alltoall_bound("torus", "8x8").cycles == 64);
  CHECK(alltoall_bound("mesh", "8x8").cycles == 128);
  CHECK(alltoall_bound("mesh", "8x8").name == "cut");
  // 36 * 45 words over 18 links; 50 * 50 over 20 links of the torus, and over 10 of the mesh.
  CHECK(alltoall_bound("torus", "9x9").cycles == 90);
  CHECK(alltoall_bound("torus", "10x10").cycles == 125);
  CHECK(alltoall_bound("mesh", "10x10").cycles == 250);
  // A cut across the longer side of a mesh: 12 * 12 words over 3 links.
  CHECK(alltoall_bound("mesh", "3x8").cycles == 48);
}

TEST_CASE("a multicast is sent once and received by each", "[bounds]") {
  const auto mesh = networks::family("mesh", {{"dims", "2x2"}, {"tiles", "on"}});
  const auto bound = [&](std::vector<Flow> flows) {
    return period_bound({mesh, Collective::of_flows(4, std::move(flows)), Ports{}, {}});
  };
  CHECK(bound({{"a", 0, {1, 2, 3}, 5}}).cycles == 5);
  CHECK(bound({{"a", 0, {3}, 5}, {"b", 1, {3}, 4}}).cycles == 9);
  const std::string text = bound({{"a", 0, {3}, 5}, {"b", 1, {3}, 4}}).text();
  CHECK_THAT(text, Catch::Equals("endpoint: p3 receives 9 words in each frame, 1 a cycle"));
  CHECK(bound({{"a", 0, {3}, 1}}).text() == "endpoint: p0 sends 1 word in each frame, 1 a cycle");
}

TEST_CASE("without waiting, endpoints that never rest need hops that are a multiple of the period",
          "[bounds]") {
  // The distances of a tile add up to 12, 32, 60 on tori 3x3, 4x4, 5x5: no multiples of 8, 15, 24,
  // the words that an endpoint sends.
  const auto least = [](const std::string& name, const std::string& dims) {
    const auto network = networks::family(name, {{"dims", dims}, {"tiles", "on"}});
    const Problem problem = problem_of(network, CollectiveKind::alltoall, Ports{});
    return bounds::no_wait_period({*network, problem.collective, problem.ports},
                                  period_bound(problem).cycles);
  };
  CHECK(least("torus", "3x3") == 9);
  CHECK(least("torus", "4x4") == 16);
  CHECK(least("torus", "5x5") == 25);
  // Mesh 3x3: 72 hops in each dimension, 144 in all, a multiple of 8; the mesh has a frame of 8
  // cycles.
  CHECK(least("mesh", "3x3") == 8);
  CHECK(least("mesh", "2x2") == 4);  // 16 hops, no multiple of 3
  // In larger networks the cut needs more cycles than an endpoint has words, so endpoints can rest.
  CHECK(least("mesh", "4x4") == 16);
  CHECK(least("torus", "8x8") == 64);
}

TEST_CASE("nothing to send has no bound", "[bounds]") {
  const auto mesh = networks::family("mesh", {{"dims", "2x2"}, {"tiles", "on"}});
  const Collective nothing(4, std::vector<Relation>{});
  CHECK(bounds::period_bounds({*mesh, nothing, Ports{}}).empty());
}

TEST_CASE("a network too large for all distances has the bounds that need none", "[bounds]") {
  const auto ring = networks::family("ring", {{"processors", "100000"}});
  const Problem problem{ring, Collective::of_flows(100000, {{"a", 0, {50000}, 9}}), Ports{}, {}};
  const bounds::Task task{*ring, problem.collective, problem.ports};
  const auto all = bounds::period_bounds(task);
  REQUIRE(all.size() == 2);
  CHECK(all[0].name == "endpoint");
  CHECK(all[0].cycles == 5);  // nine words over two links
  CHECK(all[1].name == "total distance");
  CHECK(all[1].cycles == 3);  // 450000 hops over 200000 links
  CHECK(bounds::no_wait_period(task, 5) == 5);
}
