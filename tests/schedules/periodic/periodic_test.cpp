// SPDX-License-Identifier: Apache-2.0
// Schedules that repeat: the judge accepts them, and their periods are those of docs/periodic.md.
#include "schedules/periodic/periodic.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "romcast/core/error.hpp"
#include "romcast/networks/networks.hpp"
#include "schedules/any/random_digraphs.hpp"
#include "schedules/bounds/period.hpp"
#include "schedules/periodic/judged_period.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;
using Catch::Contains;

namespace {

std::shared_ptr<const Topology> tiles(const std::string& name, const std::string& dims) {
  return networks::family(name, {{"dims", dims}, {"tiles", "on"}});
}

Cycle period_of(Problem problem, const std::string& period = "auto",
                const std::string& waiting = "0", const std::string& seconds = "5") {
  problem.options = {{"period", period}, {"slots-waiting", waiting}, {"seconds", seconds}};
  return judged_period(problem);
}

Problem flows_of(const std::shared_ptr<const Topology>& network, std::vector<Flow> flows) {
  return {network, Collective::of_flows(network->processors(), std::move(flows)), kMulti, {}};
}

}  // namespace

TEST_CASE("tiles of tori have the periods that were asked for", "[periodic]") {
  // S4NoC's tables of 2012 have the periods 10, 19, 27 and 42 on these four tori.
  CHECK(period_of(problem_of(tiles("torus", "3x3"), alltoall, kMulti), "9") == 9);
  CHECK(period_of(problem_of(tiles("torus", "4x4"), alltoall, kMulti), "16") == 16);
  CHECK(period_of(problem_of(tiles("torus", "5x5"), alltoall, kMulti), "25") == 25);
  CHECK(period_of(problem_of(tiles("torus", "6x6"), alltoall, kMulti), "36") == 36);
}

TEST_CASE("words that are kept have the slots and paths of the other schedule", "[periodic]") {
  const auto mesh = tiles("mesh", "3x3");
  const Flow camera{"camera", 0, {5, 8}, 3};
  Problem first = flows_of(mesh, {{"log", 3, {5}, 4}, camera});
  first.options = {{"period", "auto"}, {"seconds", "2"}};
  const Plan before = find_algorithm("periodic", first).build(first);
  Problem second = flows_of(mesh, {camera, {"motor", 6, {0, 1, 2}, 2}, {"log", 5, {3}, 4}});
  auto kept = std::make_shared<KeptWords>();
  kept->period = before.period->cycles;
  std::set<std::tuple<Cycle, LinkId, MessageId>> slots, found;
  for (Hop hop : all_hops(before.open)) {
    if (hop.message < 4) continue;  // words 0 to 3 are those of log
    hop.message -= 4;
    kept->hops.push_back(hop);
    slots.insert({hop.cycle % kept->period, hop.link, hop.message});
  }
  second.kept = kept;
  second.options = {{"seconds", "2"}};
  CHECK(period_of(second) == kept->period);
  second.options = {{"period", "auto"}, {"slots-waiting", "0"}, {"seconds", "5"}};
  for (const Hop& hop : all_hops(find_algorithm("periodic", second).build(second).open)) {
    if (hop.message < camera.words) {
      found.insert({hop.cycle % kept->period, hop.link, hop.message});
    }
  }
  CHECK(found == slots);
  // A node receives more words than the kept period has slots, so everything is planned anew.
  second = flows_of(mesh, {camera, {"more", 6, {8}, kept->period}});
  second.kept = kept;
  CHECK(period_of(second) > kept->period);
}

TEST_CASE("tiles of a mesh reach their bound", "[periodic]") {
  // Each endpoint sends 8 words.
  CHECK(period_of(problem_of(tiles("mesh", "3x3"), alltoall, kMulti), "8") == 8);
}

TEST_CASE("auto ends at the bound", "[periodic]") {
  CHECK(period_of(problem_of(tiles("mesh", "3x3"), alltoall, kMulti)) == 8);
  CHECK(period_of(problem_of(tiles("torus", "4x4"), alltoall, kMulti)) == 16);  // without waiting
  CHECK(period_of(problem_of(ring(6), alltoall, kMulti)) == 5);  // 54 hops over 12 links: 4.5
}

TEST_CASE("every collective that moves messages repeats, on tiles and on random digraphs",
          "[periodic]") {
  for (const CollectiveKind kind : {broadcast, scatter, gather, allgather, alltoall}) {
    CAPTURE(name(kind));
    period_of(problem_of(tiles("torus", "3x3"), kind, kMulti, 2), "auto", "0", "0.3");
    for (unsigned seed = 0; seed < 4; ++seed) {
      CAPTURE(seed);
      const Network network = random_digraph(3 + seed, seed % 3, seed % 5, seed);
      period_of(problem_of(network, kind, kMulti, 1 + seed % 2, seed % 3), "auto", "0", "0.3");
    }
  }
}

TEST_CASE("groups that do not commute have symmetric frames, too", "[periodic]") {
  const auto pancake = networks::family("pancake", {{"symbols", "4"}, {"tiles", "on"}});
  const Cycle period = period_of(problem_of(pancake, alltoall, kMulti), "auto", "0", "1");
  CHECK(period >= 23);
  CHECK(period <= 26);
}

TEST_CASE("words may wait where that is asked for, and then endpoints never rest",
          "[periodic][exhaustive][slow]") {
  // Each endpoint sends a word to every other endpoint, one word in each cycle of the frame.
  CHECK(period_of(problem_of(tiles("torus", "3x3"), alltoall, kMulti), "8", "2") == 8);
  CHECK(period_of(problem_of(tiles("torus", "4x4"), alltoall, kMulti), "15", "2") == 15);
}

TEST_CASE("multicasts wait, too", "[periodic][slow]") {
  // Each of nine processors receives eight words.
  CHECK(period_of(problem_of(tiles("torus", "3x3"), allgather, kMulti), "8", "2") == 8);
}

TEST_CASE("flows have multicasts and bounds on latency", "[periodic][flows]") {
  const auto mesh = tiles("mesh", "3x3");
  const Cycle period =
      period_of(flows_of(mesh, {{"a", 0, {4, 8}, 3}, {"b", 1, {0}, 1, 9}, {"c", 8, {1, 2, 3}, 2}}));
  CHECK(period <= 9 - 3 + 1);  // b has latency: period + 3 cycles of path - 1 <= 9
  CHECK(period >= 3);
}

TEST_CASE("a latency that cannot be met names the flow and the best", "[periodic][flows]") {
  const auto mesh = tiles("mesh", "3x3");
  // Nine words of p0 make the period 9 at least; b has one slot per frame, a path of 3 cycles and
  // so a latency of 9 + 3 - 1.
  const auto problem = flows_of(mesh, {{"a", 0, {4}, 9}, {"b", 1, {0}, 1, 6}});
  CHECK_THROWS_WITH(period_of(problem),
                    Contains("flow b") && Contains("latency 6") && Contains("best is 11"));
}

TEST_CASE("flows of one word start in any slot, whatever their bounds on latency",
          "[periodic][flows]") {
  // The alltoall of a 3x3 torus has period 9, the longest path 4 cycles: latency 9 + 4 - 1 at most.
  std::vector<Flow> all;
  for (NodeId from = 0; from < 9; ++from) {
    for (NodeId to = 0; to < 9; ++to) {
      if (from == to) continue;
      all.push_back({std::to_string(from) + "to" + std::to_string(to), from, {to}, 1, 12});
    }
  }
  CHECK(period_of(flows_of(tiles("torus", "3x3"), all), "9") == 9);
  // Eight words between neighbours fill a period of 8 slots; their path takes 3 cycles: latency
  // 8 + 3 - 1 at most.
  std::vector<Flow> same;
  for (int i = 0; i < 8; ++i) same.push_back({"f" + std::to_string(i), 0, {1}, 1, 10});
  CHECK(period_of(flows_of(tiles("mesh", "3x3"), same), "8") == 8);
  CHECK(period_of(flows_of(tiles("mesh", "3x3"), same)) == 8);
}

TEST_CASE("waiting that a bound on latency leaves no time for is not used", "[periodic][flows]") {
  const auto mesh = tiles("mesh", "3x3");
  // Eight words of p0 make the period 8 at least; the path of b takes 6 cycles: latency 8 + 6 - 1.
  const auto problem = flows_of(mesh, {{"a", 0, {8}, 8}, {"b", 6, {2}, 1, 13}});
  for (const char* waiting : {"0", "1", "2", "9"}) {
    CAPTURE(waiting);
    CHECK(period_of(problem, "auto", waiting, "1") >= 8);
  }
}

TEST_CASE("a period below the bound names the resource and the smallest period", "[periodic]") {
  const Problem problem = problem_of(tiles("torus", "4x4"), alltoall, kMulti);
  CHECK_THROWS_WITH(period_of(problem, "12"),
                    Contains("3 cycles too few for endpoint: p0 sends 15 words") &&
                        Contains("no period is shorter than 15"));
}

TEST_CASE("a period that needs waiting is refused without it", "[periodic]") {
  // The hops of a tile's words add up to 12 on a 3x3 torus, no multiple of 8.
  const Problem problem = problem_of(tiles("torus", "3x3"), alltoall, kMulti);
  CHECK_THROWS_WITH(period_of(problem, "8", "0", "1000"),
                    Contains("no multiple of 8") && Contains("give 9, or `slots-waiting` 1"));
}

TEST_CASE("single runs on tiles are as short as S4NoC's or shorter", "[periodic]") {
  // S4NoC's runs have 20, 28 and 43 cycles.
  const auto run = [](const std::string& dims, Cycle below) {
    Problem problem = problem_of(tiles("torus", dims), alltoall, kMulti);
    problem.options = {{"seconds", "1"}};
    const auto bound = static_cast<Cycle>(any::predict(problem).lower_bound.value());
    const auto found = periodic::shortest_run(problem, bound, below);
    REQUIRE(found);
    const Verdict verdict =
        judge(*problem.topology, problem.collective, problem.ports, stored_schedule(found->hops));
    if (verdict.violation_count > 0) FAIL_CHECK(verdict.violations.front().text);
    CHECK(verdict.delivered == verdict.expected);
    return verdict.cycles;
  };
  CHECK(run("4x4", 21) <= 20);
  CHECK(run("5x5", 29) <= 28);
  CHECK(run("6x6", 44) <= 43);
}

TEST_CASE("a period of too many slots is refused, unless nodes share one program", "[periodic]") {
  const Problem problem = flows_of(tiles("torus", "8x8"), {{"a", 0, {1}}});
  CHECK_THROWS_WITH(period_of(problem, "1000000"),
                    Contains("384 channels with 1000000 slots each are more than 30000000 slots"));
  CHECK(period_of(problem, "1000") == 1000);
}

TEST_CASE("a long flow is placed while time is left", "[periodic][flows][exhaustive]") {
  CHECK(period_of(flows_of(tiles("mesh", "2x2"), {{"a", 0, {3}, 20'000}}), "auto", "0", "5") >=
        20'000);
}
