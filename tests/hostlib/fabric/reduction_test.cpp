// SPDX-License-Identifier: Apache-2.0
// Tables of reductions: the walk over them combines words, and each result must contain one word of
// each source, all with the same number in the same frame.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "hostlib/fabric/table_walk.hpp"
#include "romcast/core/error.hpp"
#include "romcast/fabric/compile.hpp"
#include "romcast/fabric/depths.hpp"
#include "romcast/networks/networks.hpp"
#include "romcast/networks/tiles.hpp"
#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

constexpr FabricRules kOnDemand{false, true};

using NetworkPointer = std::shared_ptr<const Topology>;

NetworkPointer tiled(const std::string& name, const std::string& option, const std::string& value) {
  return networks::family(name, {{option, value}, {"tiles", "on"}});
}

std::vector<NodeId> all_of(const NetworkPointer& network) {
  std::vector<NodeId> all;
  for (NodeId p = 0; p < network->processors(); ++p) all.push_back(p);
  return all;
}

Flow reduction(std::string name, std::vector<NodeId> from, std::vector<NodeId> to,
               std::uint32_t words, Operation operation = Operation::add) {
  return {.name = std::move(name),
          .destinations = std::move(to),
          .words = words,
          .sources = std::move(from),
          .operation = operation};
}

FabricSchedule planned(const NetworkPointer& network, std::vector<Flow> flows,
                       const std::string& period = "auto") {
  Problem problem{
      network, Collective::of_flows(network->processors(), std::move(flows)), kMulti, {}};
  problem.options = {{"period", period}, {"seconds", "0.2"}};
  const Plan plan = find_algorithm("periodic", problem).build(problem);
  return {problem.collective, plan.period->cycles, all_hops(plan.open)};
}

// Checks in every mode that each result of a reduction combines one word of each source, all with
// the same number in the same frame, and that each operator applied the reduction's operation.
void check_results(const NetworkPointer& network, const FabricSchedule& schedule,
                   const Fabric& fabric) {
  std::map<NodeId, std::size_t> tile_of;
  for (std::size_t t = 0; t < fabric.tiles.size(); ++t) {
    if (fabric.tiles[t].endpoint != kNone) tile_of[fabric.tiles[t].endpoint] = t;
  }
  REQUIRE(tile_of.size() == network->processors());
  for (std::size_t m = 0; m < fabric.modes.size(); ++m) {
    CAPTURE(m);
    const FabricMode& mode = fabric.modes[m];
    const Cycle quiet = (mode.longest() / mode.period + 2) * mode.period;
    const Walk found = walk(fabric, mode, quiet + 4 * mode.period + mode.longest(), quiet);
    if (!found.faults.empty()) FAIL_CHECK(found.faults.front());
    for (std::size_t r = 0; r < fabric.reductions.size(); ++r) {
      const auto of = std::ranges::find(fabric.flows, r, &FabricFlow::reduction);
      const Flow& flow =
          *std::ranges::find(schedule.collective.flows(), fabric.reductions[r].name, &Flow::name);
      // For each source's tile, the slots of a frame in which the tile injects, ascending.
      std::map<std::size_t, std::vector<Cycle>> slots;
      std::map<std::size_t, unsigned> dest;
      for (const FabricFlow& one : fabric.flows) {
        if (one.reduction == r) dest[one.from] = one.dest;
      }
      REQUIRE(dest.size() == flow.sources.size());
      for (const auto& [tile, number] : dest) {
        for (Cycle s = 0; s < mode.period; ++s) {
          const std::uint32_t word = mode.endpoints[tile][s];
          const std::uint32_t flows = (1U << fabric.flow_bits) - 1;
          if ((word & 1) != 0 && (word >> 3 & flows) == number) slots[tile].push_back(s);
        }
        REQUIRE(slots[tile].size() == flow.words);
      }
      for (std::size_t i = 0; i < of->to.size(); ++i) {
        std::vector<Ejected> results;
        for (const Ejected& one : found.ejected) {
          if (one.tile == of->to[i] && one.id == of->ids[i] && one.slot >= quiet) {
            results.push_back(one);
          }
        }
        REQUIRE(results.size() >= 3 * flow.words);
        for (const Ejected& one : results) {
          std::set<std::size_t> sources;
          std::set<std::pair<Cycle, std::size_t>> numbers;  // (frame, number in the frame)
          for (const WalkedWord& part : one.parts) {
            sources.insert(part.from);
            CHECK(dest.at(part.from) == part.dest);
            const auto& own = slots.at(part.from);
            const auto at = std::ranges::find(own, part.injected % mode.period) - own.begin();
            numbers.insert({part.injected / mode.period, static_cast<std::size_t>(at)});
          }
          CHECK(one.parts.size() == flow.sources.size());
          CHECK(sources.size() == flow.sources.size());
          CHECK(numbers.size() == 1);
          CHECK(one.operations.size() == flow.sources.size() - 1);
          for (const unsigned operation : one.operations) {
            CHECK(operation == static_cast<unsigned>(flow.operation));
          }
        }
      }
    }
  }
}

Fabric reduced(const NetworkPointer& network, const FabricSchedule& schedule) {
  const Fabric fabric = compile_fabric(*network, {schedule}, kOnDemand);
  check_results(network, schedule, fabric);
  return fabric;
}

}  // namespace

TEST_CASE("tables combine the words of all sources, once each, on tiles of many networks",
          "[fabric][reduction][exhaustive][slow]") {
  for (const auto& [name, option, value] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"torus", "dims", "3x3"},
           {"torus", "dims", "4x4"},
           {"mesh", "dims", "3x2"},
           {"hypercube", "dimensions", "3"},
           {"ring", "processors", "5"}}) {
    const auto network = tiled(name, option, value);
    for (const std::uint32_t words : {1U, 3U}) {
      CAPTURE(name, value, words);
      reduced(network, planned(network, {reduction("sum", all_of(network), {1}, words)}));
      reduced(network, planned(network, {reduction("sum", all_of(network), all_of(network), words,
                                                   Operation::maximum)}));
    }
  }
}

TEST_CASE("hosts of a tree of switches, a star graph and nodes that forward combine words",
          "[fabric][reduction]") {
  // A root, and two switches with two hosts each.
  Graph graph{.nodes = {{"a", NodeRole::endpoint},
                        {"b", NodeRole::endpoint},
                        {"c", NodeRole::endpoint},
                        {"d", NodeRole::endpoint},
                        {"s", NodeRole::forwarder},
                        {"t", NodeRole::forwarder},
                        {"u", NodeRole::forwarder}},
              .edges = {}};
  for (const auto& [x, y] :
       std::vector<std::pair<NodeId, NodeId>>{{0, 4}, {1, 4}, {2, 5}, {3, 5}, {4, 6}, {5, 6}}) {
    graph.join(x, y);
  }
  const auto tree = std::make_shared<GraphNetwork>("graph", NetworkOptions{}, std::move(graph));
  reduced(tree, planned(tree, {reduction("sum", {0, 1, 2, 3}, {0, 1, 2, 3}, 2)}));
  const auto star = networks::family("star", {{"symbols", "3"}});
  reduced(star, planned(star, {reduction("sum", all_of(star), {2}, 2)}));
  const auto ring = networks::family("ring", {{"processors", "6"}});
  reduced(ring, planned(ring, {reduction("sum", all_of(ring), all_of(ring), 2)}));
}

TEST_CASE("several reductions and flows share a frame", "[fabric][reduction]") {
  const auto mesh = tiled("mesh", "dims", "3x3");
  const FabricSchedule schedule =
      planned(mesh, {reduction("sum", {0, 2, 4, 8}, {4}, 2),
                     {"a", 1, {7}, 2},
                     reduction("most", {1, 3, 5}, {0, 8}, 1, Operation::minimum),
                     {"b", 0, {6, 8}, 1}});
  const Fabric fabric = reduced(mesh, schedule);
  REQUIRE(fabric.reductions.size() == 2);
  CHECK(fabric.reductions[1].name == "most");
  CHECK(fabric.reductions[1].operation == Operation::minimum);
  CHECK(fabric.flows.size() == 4 + 1 + 3 + 1);
}

TEST_CASE("a result counts once in the capacity of its receiver's queue", "[fabric][reduction]") {
  const auto ring = tiled("ring", "processors", "4");
  const FabricSchedule schedule = planned(ring, {reduction("sum", all_of(ring), {0}, 3)}, "20");
  const Fabric fabric = reduced(ring, schedule);
  // Three results in each frame of 20 slots.
  for (const FabricMode& mode : fabric.modes) {
    CHECK(fabric_arrivals(mode, fabric, 0, 40, 60).size() <= 2 * 3);
    CHECK(most_without_credit(mode, fabric.flows, 0) >= 2 * 3);
    CHECK(most_without_credit(mode, fabric.flows, 0) <= 4 * 3);
  }
}

TEST_CASE("words of a result that begin in different frames are refused", "[fabric][reduction]") {
  const auto ring = tiled("ring", "processors", "4");
  const FabricSchedule schedule = planned(ring, {reduction("sum", {0, 1}, {1}, 1)}, "30");
  FabricSchedule later = schedule;
  // p1 injects some slots after p0, so for some shifts a frame ends between the two injections.
  unsigned refused = 0;
  for (Cycle shift = 0; shift < 30; ++shift) {
    for (std::size_t i = 0; i < later.hops.size(); ++i) {
      later.hops[i].cycle = schedule.hops[i].cycle + shift;
    }
    try {
      compile_fabric(*ring, {later, later}, kOnDemand);
    } catch (const InputError& error) {
      CHECK_THAT(error.what(), Contains("in different frames"));
      ++refused;
    }
  }
  CHECK(refused >= 1);
  CHECK(refused < 10);
}

TEST_CASE("a node with too many links for an operator is named", "[fabric][reduction]") {
  const auto cube = tiled("hypercube", "dimensions", "5");
  const FabricSchedule schedule = planned(cube, {reduction("sum", all_of(cube), {0}, 1)}, "40");
  CHECK_THROWS_WITH(compile_fabric(*cube, {schedule}, kOnDemand),
                    Contains("would combine words, and has 5 links; a tile with an operator has at "
                             "most 4"));
}

TEST_CASE("a fabric with operators is another one, and tables need them", "[fabric][reduction]") {
  const auto torus = tiled("torus", "dims", "3x3");
  const FabricSchedule sum =
      planned(torus, {reduction("sum", all_of(torus), all_of(torus), 1)}, "20");
  const Fabric with = compile_fabric(*torus, {sum}, kOnDemand);
  Fabric without = with;
  for (FabricTile& tile : without.tiles) tile.reduces = false;
  CHECK(with.fingerprint(32) != without.fingerprint(32));
  CHECK_THROWS_WITH(compile_fabric(*torus, {sum}, kOnDemand, &without),
                    Contains("the fabric has no operator there"));
  CHECK(compile_fabric(*torus, {sum}, kOnDemand, &with).fingerprint(32) == with.fingerprint(32));
  CHECK_THROWS_WITH(compile_fabric(*torus, {sum}),
                    "reduction sum needs a fabric with frames on demand");
  Fabric of_signed = with;
  of_signed.is_signed = true;
  CHECK(of_signed.fingerprint(32) != with.fingerprint(32));
}
