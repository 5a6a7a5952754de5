// SPDX-License-Identifier: Apache-2.0
// Reductions in schedules that repeat: the judges of schedules and of periods accept them, and
// loads of cuts, endpoints and operators bound their periods.
#include "schedules/periodic/reductions.hpp"

#include <catch2/catch.hpp>

#include "romcast/core/error.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/networks.hpp"
#include "schedules/bounds/period.hpp"
#include "schedules/periodic/judged_period.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

using NetworkPointer = std::shared_ptr<const Topology>;

Flow sum_of(std::vector<NodeId> from, std::vector<NodeId> to, std::uint32_t words) {
  return {.name = "sum", .destinations = std::move(to), .words = words, .sources = std::move(from)};
}

std::vector<NodeId> processors(std::size_t count) {
  std::vector<NodeId> all;
  for (NodeId p = 0; p < count; ++p) all.push_back(p);
  return all;
}

NetworkPointer tiles(const std::string& name, const std::string& option, const std::string& value) {
  return networks::family(name, {{option, value}, {"tiles", "on"}});
}

Problem reducing(const NetworkPointer& network, std::vector<Flow> flows,
                 const std::string& period = "auto", const std::string& seconds = "1") {
  return {network,
          Collective::of_flows(network->processors(), std::move(flows)),
          kMulti,
          {{"period", period}, {"seconds", seconds}}};
}

// A network of one switch, to which all hosts are joined.
NetworkPointer hub(NodeId hosts) {
  Graph graph;
  for (NodeId p = 0; p < hosts; ++p) {
    graph.nodes.push_back({"p" + std::to_string(p), NodeRole::endpoint});
  }
  graph.nodes.push_back({"hub", NodeRole::forwarder});
  for (NodeId p = 0; p < hosts; ++p) graph.join(p, hosts);
  return std::make_shared<GraphNetwork>("graph", NetworkOptions{}, std::move(graph));
}

}  // namespace

TEST_CASE("reductions on many networks pass both judges",
          "[periodic][reduction][exhaustive][slow]") {
  for (const auto& [name, option, value] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"torus", "dims", "4x4"},
           {"mesh", "dims", "3x2"},
           {"hypercube", "dimensions", "4"},
           {"ring", "processors", "7"}}) {
    const auto tiled = tiles(name, option, value);
    const auto plain = networks::family(name, {{option, value}});
    for (const NetworkPointer& network : {tiled, plain}) {
      const auto all = processors(network->processors());
      for (const std::uint32_t words : {1U, 5U}) {
        CAPTURE(name, value, words);
        // Any period will do, so the search for a shorter one ends soon.
        const auto period = [&](std::vector<NodeId> from, std::vector<NodeId> to) {
          const Flow flow = sum_of(std::move(from), std::move(to), words);
          return judged_period(reducing(network, {flow}, "auto", "0.2"));
        };
        CHECK(period(all, {1}) >= words);
        CHECK(period(all, all) >= words);
        CHECK(period({0, 2, 5}, {3}) >= words);
        CHECK(period({0, 2, 5}, {0, 1, 5}) >= words);
      }
    }
  }
}

TEST_CASE("the words of two neighbours are combined in W + 3 slots",
          "[periodic][reduction][exhaustive][slow]") {
  // The receiver's own word begins one cycle after the other word, and the last two slots of a
  // frame stay free, so words can begin in P - 3 slots.
  const auto pair = tiles("mesh", "dims", "2");
  for (std::uint32_t words = 1; words < 6; ++words) {
    CAPTURE(words);
    CHECK(judged_period(reducing(pair, {sum_of({0, 1}, {1}, words)})) == words + 3);
  }
}

TEST_CASE("the note names the reason of the shortest period of reductions",
          "[periodic][reduction]") {
  const Problem problem = reducing(tiles("ring", "processors", "3"), {sum_of({1, 2}, {0}, 1)});
  const Plan plan = find_algorithm("periodic", problem).build(problem);
  REQUIRE(plan.period);
  CHECK(plan.period->cycles == 3);  // Reductions::kLeastPeriod
  CHECK_THAT(plan.note, Contains("3 is the least period of reductions") &&
                            Contains("enter a fabric in different slots") && !Contains("in use"));
}

TEST_CASE("one switch combines all words but one of each result", "[periodic][reduction]") {
  // Three words from each of four hosts need 3 * 3 combinations.
  const auto star = hub(4);
  const Problem problem = reducing(star, {sum_of({0, 1, 2, 3}, {0}, 3)});
  const auto bounds = bounds::period_bounds({*star, problem.collective, kMulti});
  REQUIRE(!bounds.empty());
  CHECK(bounds.front().name == "operator");
  CHECK(bounds.front().cycles == 9);
  CHECK(judged_period(problem) >= 9);
  CHECK_THROWS_WITH(judged_period(reducing(star, {sum_of({0, 1, 2, 3}, {0}, 3)}, "8")),
                    Contains("1 cycle too few for operator"));
}

TEST_CASE("bounds count each result once on a cut, and each source and receiver",
          "[periodic][reduction]") {
  const auto bound = [](const NetworkPointer& network, std::vector<Flow> flows, const char* name) {
    const Problem problem = reducing(network, std::move(flows));
    for (const auto& one : bounds::period_bounds({*network, problem.collective, kMulti})) {
      if (one.name == name) return one.cycles;
    }
    return std::uint64_t{0};
  };
  const auto row = tiles("mesh", "dims", "4");
  // Words of p0 and p1 are combined before they pass the link in the middle.
  CHECK(bound(row, {sum_of({0, 1, 2, 3}, {3}, 5)}, "cut") == 5);
  CHECK(bound(row, {sum_of({0, 1, 2, 3}, {3}, 5), {"a", 0, {2}, 2}}, "cut") == 7);
  CHECK(bound(row, {sum_of({0, 1, 2, 3}, {3}, 5), {"a", 0, {2}, 2}}, "endpoint") == 7);
  CHECK(bound(row, {sum_of({0, 1}, {0, 1, 2}, 5), {"a", 0, {2}, 2}}, "endpoint") == 7);
  // 5 * (4 + 4 - 2) hops over 6 links between routers.
  CHECK(bound(row, {sum_of({0, 1, 2, 3}, {0, 1, 2, 3}, 5)}, "total distance") == 5);
  // 5 * 3 combinations by 4 routers.
  CHECK(bound(row, {sum_of({0, 1, 2, 3}, {3}, 5)}, "operator") == 4);
}

TEST_CASE("flows and reductions share links without conflicts", "[periodic][reduction]") {
  const auto mesh = tiles("mesh", "dims", "3x3");
  const Cycle period = judged_period(
      reducing(mesh, {sum_of({0, 2, 6, 8}, {4}, 3), {"a", 0, {8}, 4}, {"b", 3, {4, 5}, 2, 60}}));
  CHECK(period >= 7);  // p0 sends 3 + 4 words
  CHECK(period <= 30);
}

TEST_CASE("the same reduction has the same schedule", "[periodic][reduction]") {
  const auto torus = tiles("torus", "dims", "3x3");
  const Problem problem = reducing(torus, {sum_of(processors(9), processors(9), 2)}, "16");
  const auto hops = [&] {
    return all_hops(find_algorithm("periodic", problem).build(problem).open);
  };
  CHECK(hops() == hops());
}

TEST_CASE("sources that cannot meet are named", "[periodic][reduction]") {
  // Host `a` is on switch s, host b on switch t. The only link between the switches leads from s to
  // t, so the sum of both hosts' words can reach b but not `a`.
  Graph graph{.nodes = {{"a", NodeRole::endpoint},
                        {"b", NodeRole::endpoint},
                        {"s", NodeRole::forwarder},
                        {"t", NodeRole::forwarder}},
              .edges = {}};
  graph.join(0, 2);
  graph.join(1, 3);
  graph.edges.push_back({2, 3, 1});
  const auto network = std::make_shared<GraphNetwork>("graph", NetworkOptions{}, std::move(graph));
  CHECK(judged_period(reducing(network, {sum_of({0, 1}, {1}, 1)})) == 4);
  const Problem against = reducing(network, {sum_of({0, 1}, {0}, 1)});
  CHECK_THROWS_WITH(find_algorithm("periodic", against).build(against), Contains("sum"));
}
