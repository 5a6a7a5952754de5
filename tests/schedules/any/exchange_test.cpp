// SPDX-License-Identifier: Apache-2.0
// Exchanges (collectives given as a list of messages, each with its origin and destinations) on any
// network: schedules that the judge finds legal, bounds that hold, and known optima.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "schedules/any/judged.hpp"
#include "schedules/bounds/bounds.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

Problem problem_of(const Network& network, const std::vector<Demand>& demands, Ports ports) {
  return {
      network, Collective::of_demands(network->processors(), demands), ports, {{"seconds", "20"}}};
}

// Random demands, each from one processor to a random group of at most `most` others.
std::vector<Demand> random_demands(NodeId processors, unsigned messages, unsigned most,
                                   unsigned seed) {
  std::minstd_rand random(seed + 1);
  std::vector<Demand> demands;
  for (unsigned m = 0; m < messages; ++m) {
    std::vector<NodeId> all(processors);
    for (NodeId p = 0; p < processors; ++p) all[p] = p;
    std::ranges::shuffle(all, random);
    const auto size = static_cast<long>(1 + random() % std::min(most, processors - 1));
    std::vector<NodeId> group(all.begin() + 1, all.begin() + 1 + size);
    std::ranges::sort(group);
    demands.push_back({all.front(), group});
  }
  return demands;
}

// The demands that state the same as a named collective.
std::vector<Demand> demands_of(const Collective& collective) {
  std::vector<Demand> demands;
  for (MessageId m = 0; m < collective.message_numbers(); ++m) {
    Demand demand{.origin = collective.origin(m)};
    for (NodeId p = 0; p < collective.processors(); ++p) {
      if (collective.wants(m, p)) demand.destinations.push_back(p);
    }
    if (!demand.destinations.empty()) demands.push_back(demand);
  }
  return demands;
}

}  // namespace

TEST_CASE("exchanges of all kinds are legal on random networks, in all port models",
          "[any][exchange]") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const NodeId n = 3 + seed % 9;
    const Network network = random_network(n, seed % 7, seed);
    const auto demands = random_demands(n, 1 + seed % 11, seed % 4 == 0 ? 1 : n, seed);
    for (const Ports ports : {kSingle, kMulti, Ports{Ports::Kind::several, 2}}) {
      CAPTURE(seed, ports.name());
      judged("matching", problem_of(network, demands, ports));
    }
  }
}

TEST_CASE("the optimum of an exchange is between its bound and what greed finds",
          "[any][exchange]") {
  for (unsigned seed = 0; seed < 24; ++seed) {
    const NodeId n = 3 + seed % 5;
    const Network network = random_network(n, seed % 4, 50 + seed);
    const auto demands = random_demands(n, 1 + seed % 5, n, seed);
    for (const Ports ports : {kSingle, kMulti}) {
      const Problem problem = problem_of(network, demands, ports);
      CAPTURE(seed, ports.name());
      const Cycle fewest = judged("exact", problem);
      CHECK(judged("matching", problem) >= fewest);
      CHECK(judged("portfolio", problem) == fewest);
    }
  }
}

TEST_CASE("collectives as exchanges have the same optimum and no larger a bound",
          "[any][exchange]") {
  for (const Network& network : {ring(5), path(4), star_of(4), hypercube(3)}) {
    const auto n = static_cast<NodeId>(network->processors());
    for (const auto kind : {CollectiveKind::broadcast, CollectiveKind::scatter,
                            CollectiveKind::gather, CollectiveKind::allgather}) {
      for (const Ports ports : {kSingle, kMulti}) {
        const Collective named(kind, n, 0, 1);
        const Problem problem{network, named, ports, {{"seconds", "20"}}};
        const Problem same = problem_of(network, demands_of(named), ports);
        CAPTURE(name(kind), ports.name(), n);
        CHECK(judged("exact", same) == judged("exact", problem));
      }
    }
  }
}

TEST_CASE("bounds of groups count a message once where it is copied", "[any][exchange]") {
  const auto bound = [](const Network& network, const std::vector<Demand>& demands, Ports ports) {
    const Collective collective = Collective::of_demands(network->processors(), demands);
    return bounds::best_bound({*network, collective, ports}).cycles;
  };
  // One message makes three hops in turn: from 1 to 0, over the bridge (0 to 3), and on to 4 and 5.
  const Network dumbbell = undirected(6, {{0, 1}, {0, 2}, {0, 3}, {3, 4}, {3, 5}});
  CHECK(bound(dumbbell, {{1, {4, 5}}}, kMulti) == 3);
  // Three messages cross the bridge one after the other, and the last one needs another hop.
  CHECK(bound(dumbbell, {{1, {4, 5}}, {0, {4, 5}}, {2, {5}}}, kMulti) == 4);
  // A sender with one port sends three messages, one of them to two neighbours: four sends.
  CHECK(bound(star_of(3), {{0, {1}}, {0, {2}}, {0, {1, 3}}}, kSingle) == 4);
  // A processor receives five messages over one link.
  CHECK(bound(path(3), {{0, {1, 2}}, {0, {2}}, {0, {2}}, {1, {2}}, {1, {0, 2}}}, kMulti) == 5);
}

TEST_CASE("permutations of a hypercube that dimensions order are optimal", "[any][exchange]") {
  // Each processor sends to its opposite: the d * 2^d hops would fit the d * 2^d links in one
  // cycle, but each message makes d hops.
  for (unsigned d = 2; d <= 5; ++d) {
    std::vector<Demand> demands;
    for (NodeId p = 0; p < 1U << d; ++p) demands.push_back({p, {p ^ ((1U << d) - 1)}});
    CHECK(judged("portfolio", problem_of(hypercube(d), demands, kMulti)) == d);
  }
}
