// SPDX-License-Identifier: Apache-2.0
// Algorithms of the fully connected network along shortest paths of other networks: legal on random
// networks, and on a ring as fast as on the fully connected network if only neighbours send to each
// other.
#include <catch2/catch.hpp>

#include "romcast/core/error.hpp"
#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;
using Catch::Contains;

namespace {

const std::vector<Ports>& all_ports() {
  static const std::vector<Ports> all{kSingle, kMulti, Ports{Ports::Kind::several, 2}};
  return all;
}

std::shared_ptr<const Topology> ring_of(unsigned n) {
  return family("ring", "processors", std::to_string(n));
}

// A triangle whose processor 1 does not forward.
class EndpointBetween final : public EdgeNetwork {
 public:
  EndpointBetween() : EdgeNetwork(3, 3, {{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 0}, {0, 2}}) {}
  [[nodiscard]] bool forwards(NodeId node) const override { return node != 1; }
};

}  // namespace

TEST_CASE("what is sent on random networks along shortest paths is legal and arrives",
          "[any][laid-out]") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const Network network = random_network(4 + seed % 7, seed % 6, seed);
    const std::uint32_t m = 1 + seed % 3;
    for (const Ports ports : all_ports()) {
      CAPTURE(seed, ports.name());
      judged("ring", problem_of(network, allgather, ports, m));
      judged("bruck", problem_of(network, allgather, ports, m));
      judged("bruck", problem_of(network, alltoall, ports, m));
      judged("cyclic", problem_of(network, alltoall, ports, m));
      judged("binomial", combining_problem(network, reduce, ports, m, 2));
      judged("ring", combining_problem(network, reduce_scatter, ports, m));
      judged("bruck", combining_problem(network, reduce_scatter, ports, m));
      for (const char* name : {"ring", "rabenseifner", "reduce-broadcast", "double-binary-tree"}) {
        CAPTURE(name);
        judged(name, combining_problem(network, allreduce, ports, m));
      }
    }
  }
}

TEST_CASE("a ring sends on a ring as it does where all are neighbours", "[any][laid-out]") {
  for (const unsigned n : {3U, 4U, 7U}) {
    for (const std::uint32_t m : {1U, 2U, 5U}) {
      CAPTURE(n, m);
      CHECK(judged("ring", problem_of(ring_of(n), allgather, kSingle, m)) == m * (n - 1));
      CHECK(judged("ring", combining_problem(ring_of(n), reduce_scatter, kSingle, m)) ==
            m * (n - 1));
      CHECK(judged("ring", combining_problem(ring_of(n), allreduce, kSingle, m * n)) ==
            2 * m * (n - 1));
    }
  }
}

TEST_CASE("Rabenseifner's allreduce meets the bound on a hypercube", "[any][laid-out]") {
  for (unsigned d = 1; d <= 4; ++d) {
    const std::uint32_t n = 1U << d;
    const auto cube = family("hypercube", "dimensions", std::to_string(d));
    CAPTURE(d);
    CHECK(judged("rabenseifner", combining_problem(cube, allreduce, kSingle, 2 * n)) ==
          4 * (n - 1));
  }
}

TEST_CASE("messages travel as far as shortest paths are long", "[any][laid-out]") {
  // On a line of 3, four messages travel one hop, and the two between the ends travel two hops.
  const Problem problem = problem_of(path(3), alltoall, kMulti);
  std::size_t hops = 0;
  std::vector<Hop> step;
  const auto pass = find_algorithm("cyclic", problem).build(problem).open();
  while (pass->next(step)) hops += step.size();
  CHECK(hops == 4 * 1 + 2 * 2);
}

TEST_CASE("numbers of processors that an algorithm is not made for are refused by name",
          "[any][laid-out]") {
  CHECK_THROWS_WITH(find_algorithm("pairwise-exchange", problem_of(ring_of(6), alltoall, kSingle)),
                    Contains("6 processors are no power of two"));
}

TEST_CASE("endpoints pass nothing on: what would make them do so is refused by name",
          "[any][laid-out]") {
  const auto tree = family("tree", "children", "4");
  CHECK(judged("pairwise-exchange", problem_of(tree, alltoall, kSingle)) >= 3);
  CHECK(judged("ring", problem_of(tree, allgather, kSingle)) >= 3);
  const Problem problem = problem_of(tree, alltoall, kSingle);
  CHECK_THROWS_WITH(find_algorithm("bruck", problem).build(problem),
                    Contains("`algorithm` bruck") && Contains("an endpoint"));
}

TEST_CASE("endpoints combine nothing: what would make them do so is refused by name",
          "[any][laid-out]") {
  const auto triangle = std::make_shared<const EndpointBetween>();
  const auto refuses = [&](const char* name, CollectiveKind kind, NodeId sink) {
    CAPTURE(name, romcast::name(kind));
    const Problem problem = combining_problem(triangle, kind, kMulti, 3, sink);
    CHECK_THROWS_WITH(
        find_algorithm(name, problem).build(problem),
        Contains("`algorithm` " + std::string(name)) && Contains("at p1, an endpoint"));
  };
  refuses("path", reduce, 0);
  refuses("ring", allreduce, 0);
  refuses("ring", reduce_scatter, 0);
  // If the endpoint only begins and ends paths, the plan is legal.
  judged("path", combining_problem(triangle, reduce, kMulti, 3, 1));
  judged("binomial", combining_problem(triangle, reduce, kMulti, 1, 0));
  for (const CollectiveKind kind : {reduce, allreduce, reduce_scatter}) {
    judged("portfolio", combining_problem(triangle, kind, kMulti, 3));
  }
}
