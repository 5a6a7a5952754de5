// SPDX-License-Identifier: Apache-2.0
// Allreduces on any network: a reduce and a broadcast, or a reduce-scatter and an allgather, or
// values that are all combined in the middle of a tree.
#include <catch2/catch.hpp>

#include "romcast/core/stored_network.hpp"
#include "romcast/networks/networks.hpp"
#include "schedules/any/judged.hpp"
#include "schedules/any/random_digraphs.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

Problem allreduce(const std::shared_ptr<const Topology>& network, Ports ports,
                  std::uint32_t messages = 1) {
  return combining_problem(network, CollectiveKind::allreduce, ports, messages);
}

}  // namespace

TEST_CASE("allreduces are legal on random networks in all ports", "[any][reduce]") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Network network = random_network(3 + seed % 9, seed % 7, seed);
    for (const Ports ports : {kSingle, kMulti, Ports{Ports::Kind::several, 2}}) {
      CAPTURE(seed, ports.name());
      judged("matching", allreduce(network, ports, 1 + seed));
    }
  }
}

TEST_CASE("allreduces are reduces and broadcasts, or reduce-scatters and allgathers",
          "[any][reduce]") {
  // The last send to the root and the root's first send back are one exchange, in one cycle.
  CHECK(judged("portfolio", allreduce(hypercube(3), kSingle)) == 2 * 3 - 1);
  // An allreduce of n values on n processors takes twice as long as an allgather of one message per
  // processor.
  CHECK(judged("matching", allreduce(hypercube(3), kMulti, 8)) == 2 * 3);
  CHECK(judged("matching", allreduce(family("torus", "dims", "3x3"), kSingle, 9)) == 2 * 8);
  // 12 values take 2 * 12 * (6 - 1) hops over 12 links: at least 10 cycles.
  CHECK(judged("matching", allreduce(family("ring", "processors", "6"), kMulti, 12)) >= 10);
}

TEST_CASE("values turn round in the middle of a tree, in as many cycles as it has hops across",
          "[any][reduce]") {
  const auto optimal = [](const Network& network, Cycle diameter) {
    const Problem problem = allreduce(network, kMulti);
    CHECK(judged("portfolio", problem) == diameter);
    CHECK(judged("matching", problem) == diameter);
    CHECK(find_algorithm("", problem).predict(problem).lower_bound == diameter);
  };
  for (NodeId n = 2; n <= 7; ++n) optimal(path(n), n - 1);
  for (NodeId leaves = 2; leaves <= 6; ++leaves) optimal(star_of(leaves), 2);
  // A switch with three processors; two joined switches with two processors each; three switches
  // with two processors each, joined by a fourth switch.
  optimal(undirected(3, {{0, 3}, {1, 3}, {2, 3}}, 4), 2);
  optimal(undirected(4, {{0, 4}, {1, 4}, {4, 5}, {5, 2}, {5, 3}}, 6), 3);
  optimal(
      undirected(6, {{0, 6}, {1, 6}, {2, 7}, {3, 7}, {4, 8}, {5, 8}, {6, 9}, {7, 9}, {8, 9}}, 10),
      4);
}

TEST_CASE("several values turn round at a switch one after the other", "[any][reduce]") {
  // Every processor sends a value in each cycle, and receives the first result after two cycles.
  const Network star = undirected(5, {{0, 5}, {1, 5}, {2, 5}, {3, 5}, {4, 5}}, 6);
  for (std::uint32_t m = 1; m <= 6; ++m) {
    CAPTURE(m);
    CHECK(judged("portfolio", allreduce(star, kMulti, m)) == m + 1);
  }
}

TEST_CASE("with one port the last value at a switch is exchanged for the sum",
          "[any][reduce][exhaustive][slow]") {
  // The switch receives n values. While the last one arrives, it sends the sum of the others to
  // that value's processor; then it sends the sum of all to each of the n - 1 other processors.
  for (NodeId n = 2; n <= 6; ++n) {
    std::vector<Edge> edges;
    for (NodeId p = 0; p < n; ++p) edges.push_back({p, n});
    CAPTURE(n);
    CHECK(judged("portfolio", allreduce(undirected(n, edges, n + 1), kSingle)) == 2 * n - 1);
  }
}

TEST_CASE("an allreduce by one switch takes a cycle, and then one for each that hears it",
          "[any][reduce][slow]") {
  // n processors send in the first cycle; then the switch sends in n cycles with one port, in one
  // cycle with all ports.
  for (const std::uint32_t n : {2U, 5U, 9U}) {
    const auto hub = with_stores(networks::fat_tree(n, 1));
    const Problem single = allreduce(hub, kSingle), multi = allreduce(hub, kMulti);
    CHECK(find_algorithm("", single).predict(single).lower_bound == n + 1);
    CHECK(judged("portfolio", single) == n + 1);
    CHECK(find_algorithm("", multi).predict(multi).lower_bound == 2);
    CHECK(judged("portfolio", multi) == 2);
  }
}

TEST_CASE("values do not turn round at a switch that hears none", "[any][allreduce]") {
  // All other processors are nearer to p4 than to the switch, which is a neighbour of p4.
  const Network network = random_digraph(5, 1, 10, 10);
  judged("matching", combining_problem(network, CollectiveKind::allreduce, kMulti, 2));
}
