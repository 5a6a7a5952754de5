// SPDX-License-Identifier: Apache-2.0
// Half-duplex links and ports: a link carries messages in one direction at a time.
#include <catch2/catch.hpp>

#include "romcast/core/stored_network.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/judge/judge.hpp"
#include "schedules/any/booking.hpp"
#include "schedules/any/edges.hpp"
#include "schedules/bounds/bounds.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

constexpr Ports kHalfSingle{Ports::Kind::single, 0, true}, kHalfMulti{Ports::Kind::multi, 0, true};

struct Result {
  std::uint64_t cycles = 0;  // 0 if the plan is illegal or incomplete
  Theory theory;
};

Result result(const std::shared_ptr<const Topology>& topology, CollectiveKind kind, Ports ports,
              const std::string& name, const Options& options = {}, std::uint32_t messages = 1) {
  const Problem problem{topology, Collective(kind, topology->processors(), 0, messages), ports,
                        options};
  const Algorithm& algorithm = find_algorithm(name, problem);
  const Plan plan = algorithm.build(problem);
  const Verdict verdict = judge(*topology, problem.collective, ports, plan.open);
  const bool fine = verdict.violation_count == 0 && verdict.delivered == verdict.expected;
  Theory theory = algorithm.predict(problem);
  theory.lower_bound = std::max(theory.lower_bound.value_or(0), plan.proved_bound);
  return {fine ? verdict.cycles : 0, theory};
}

std::shared_ptr<const Topology> fat_tree(const char* arity, const char* height,
                                         const char* capacity) {
  return with_stores(
      make_topology("fat-tree", [=](std::string_view name) -> std::optional<std::string> {
        return name == "arity" ? arity : name == "height" ? height : capacity;
      }));
}

}  // namespace

TEST_CASE("on a half-duplex link two messages cross one after the other") {
  const Network pair = undirected(2, {{0, 1}});
  CHECK(result(pair, allgather, {Ports::Kind::multi}, "exact").cycles == 1);
  for (const char* name : {"", "exact", "matching", "half-duplex"}) {
    CAPTURE(name);
    CHECK(result(pair, allgather, kHalfMulti, name).cycles == 2);
    CHECK(result(pair, allgather, kHalfSingle, name).cycles == 2);
  }
  // With two lanes each direction has a lane of its own.
  CHECK(result(undirected(2, {{0, 1, 2}}), allgather, kHalfMulti, "exact").cycles == 1);
  CHECK(result(undirected(2, {{0, 1, 2}}), alltoall, kHalfMulti, "matching", {}, 3).cycles == 3);
}

TEST_CASE("in the telegraph model a node sends or receives") {
  // Three nodes in a triangle, each with one message for both others: 6 receptions, one per cycle,
  // since two communicating nodes leave only one other node. Full-duplex: 2 cycles.
  const Network triangle = ring(3);
  CHECK(result(triangle, allgather, {Ports::Kind::single}, "exact").cycles == 2);
  CHECK(result(triangle, allgather, kHalfSingle, "exact").cycles == 6);
  // With all ports: 6 messages over 3 links.
  CHECK(result(triangle, allgather, kHalfMulti, "exact").cycles == 2);
  // A path of three: p1 takes part in all 8 hops, one at a time.
  CHECK(result(path(3), alltoall, kHalfSingle, "exact").cycles == 8);
}

TEST_CASE("telegraph broadcasts on complete graphs take the rounds that a search by hand finds") {
  // M messages from p0 to p1 alone: one per round. To two others: 2M transfers, one at a time.
  CHECK(result(path(2), broadcast, kHalfSingle, "exact", {}, 3).cycles == 3);
  CHECK(result(ring(3), broadcast, kHalfSingle, "exact", {}, 2).cycles == 4);
  // Five nodes: 4M receptions, one in round 1 and at most two in each later round: 2M + 1 rounds.
  std::vector<Edge> edges;
  for (NodeId v = 0; v < 5; ++v) {
    for (NodeId w = v + 1; w < 5; ++w) edges.push_back({v, w});
  }
  for (const std::uint32_t messages : {1U, 2U}) {
    const auto rounds =
        result(undirected(5, edges), broadcast, kHalfSingle, "exact", {}, messages).cycles;
    CHECK(rounds == 2 * messages + 1);
  }
}

TEST_CASE("half-duplex schedules are legal and no shorter than their bounds") {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const Network network = random_network(6, 4, seed);
    for (const CollectiveKind kind : {broadcast, scatter, gather, allgather, alltoall}) {
      for (const Ports ports : {kHalfSingle, kHalfMulti, Ports{Ports::Kind::several, 2, true}}) {
        CAPTURE(seed, name(kind), ports.name());
        const Result half = result(network, kind, ports, "half-duplex", {{"of", "matching"}});
        const Result full = result(network, kind, ports.full(), "matching");
        CHECK(half.cycles >= half.theory.lower_bound);
        CHECK(half.cycles >= full.theory.lower_bound);
        CHECK(half.cycles > 0);
      }
    }
  }
}

TEST_CASE("no half-duplex schedule that a solver finds is shorter than the bound",
          "[exhaustive][slow]") {
  unsigned met = 0, all = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    for (const Network& network : {random_network(4, seed % 3, seed), random_network(5, 1, seed)}) {
      for (const CollectiveKind kind : {broadcast, scatter, gather, allgather, alltoall}) {
        if (kind == alltoall && network->processors() > 4) continue;
        for (const Ports ports : {kHalfSingle, kHalfMulti, Ports{Ports::Kind::several, 2, true}}) {
          const std::uint32_t messages = kind == broadcast ? 1 + seed % 2 : 1;
          CAPTURE(seed, network->processors(), name(kind), ports.name());
          const Collective collective(kind, network->processors(), 0, messages);
          const std::uint64_t bound = bounds::best_bound({*network, collective, ports}).cycles;
          const std::uint64_t least =
              result(network, kind, ports, "exact", {{"seconds", "20"}}, messages).cycles;
          CHECK(bound <= least);
          ++all;
          if (bound == least) ++met;
        }
      }
    }
  }
  CAPTURE(met, all);
  CHECK(met * 10 >= all * 8);
}

TEST_CASE("a node between parts of a half-duplex network receives and sends all that passes") {
  const auto bound = [](const Network& network, CollectiveKind kind, Ports ports,
                        std::uint32_t messages, NodeId source = 0) {
    const Collective collective(kind, network->processors(), source, messages);
    return bounds::best_bound({*network, collective, ports}).cycles;
  };
  // Broadcasts of M messages: the inner node of a path receives M and sends M; the middle of a star
  // receives M and sends M to each of the other leaves. Allgather: the middle receives a message
  // from each leaf, and sends four messages to each leaf.
  CHECK(bound(path(3), broadcast, kHalfSingle, 5) == 10);
  CHECK(bound(star_of(4), broadcast, kHalfSingle, 2, 1) == 8);
  CHECK(bound(star_of(4), allgather, kHalfSingle, 1) == 4 + 4 * 4);
  CHECK(bound(path(3), alltoall, kHalfSingle, 1) == 8);
  CHECK(bound(path(3), scatter, kHalfSingle, 3) == 9);
  // One link joins the two pairs of nodes; 2M messages cross it in each direction.
  CHECK(bound(path(4), allgather, kHalfMulti, 3) == 12);
  // In an odd ring at most (n - 1)/2 pairs communicate at a time.
  CHECK(bound(ring(3), broadcast, kHalfSingle, 4) == 8);
}

TEST_CASE("the algorithms of fat trees run on half-duplex links, in their order") {
  for (const char* capacity : {"constant", "exponential"}) {
    const auto tree = fat_tree("2", "3", capacity);
    const Result phased = result(tree, alltoall, kHalfMulti, "half-duplex", {{"of", "pipelined"}});
    CHECK(phased.cycles > 0);
    CHECK(phased.cycles >= phased.theory.lower_bound);
    CHECK(result(tree, scatter, kHalfMulti, "half-duplex", {{"of", "furthest-first"}}).cycles == 9);
    CHECK(result(tree, broadcast, kHalfSingle, "half-duplex", {{"of", "leaf-broadcast"}}).cycles ==
          8);
  }
  for (const char* name : {"flooding", "turn-nearest-first", "turn-phased", "turn-simple"}) {
    CAPTURE(name);
    CHECK(
        result(fat_tree("2", "3", "constant"), allgather, kHalfMulti, "half-duplex", {{"of", name}})
            .cycles > 0);
  }
  CHECK_THROWS_WITH(result(fat_tree("2", "2", "constant"), alltoall, kHalfMulti, "greedy"),
                    Catch::Contains("half-multi"));
}

TEST_CASE("the judge refuses both directions of a half-duplex link in one cycle") {
  const Network pair = undirected(2, {{0, 1, 2}});
  const Collective collective(allgather, 2, 0, 1);
  const LinkId there = pair->channels()[pair->find_channel(0, 1)].first_link;
  const LinkId back = pair->channels()[pair->find_channel(1, 0)].first_link;
  const auto violations = [&](Ports ports, LinkId other) {
    return judge(*pair, collective, ports,
                 stored_schedule({{.cycle = 1, .link = there, .message = 0},
                                  {.cycle = 1, .link = other, .message = 1}}))
        .violations;
  };
  CHECK(violations({Ports::Kind::multi}, back).empty());
  CHECK(violations(kHalfMulti, back + 1).empty());
  REQUIRE(violations(kHalfMulti, back).size() == 1);
  CHECK(violations(kHalfMulti, back).front().kind == ViolationKind::link_over_capacity);
  CHECK_THAT(violations(kHalfMulti, back).front().text, Catch::Contains("half-duplex"));
  REQUIRE_FALSE(violations(kHalfSingle, back + 1).empty());
  CHECK(violations(kHalfSingle, back + 1).front().kind == ViolationKind::port_used_twice);
}

TEST_CASE("half-duplex ports have names") {
  for (const char* name : {"half-single", "half-multi", "half-3"}) {
    const auto ports = find_ports(name);
    REQUIRE(ports);
    CHECK(ports->half);
    CHECK(ports->name() == name);
    CHECK_FALSE(ports->full().half);
  }
  for (const char* name : {"half", "half-", "half-1025", "half-half-multi"}) {
    CHECK_FALSE(find_ports(name));
  }
}
