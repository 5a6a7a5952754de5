// SPDX-License-Identifier: Apache-2.0
// Tables of a fabric: a walk over the tables, written from docs/fabric-rtl.md alone, must deliver
// each word of each frame in the cycle in which the schedule delivers the word.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "hostlib/fabric/table_walk.hpp"
#include "romcast/core/error.hpp"
#include "romcast/fabric/compile.hpp"
#include "romcast/judge/period_judge.hpp"
#include "romcast/networks/networks.hpp"
#include "romcast/networks/tiles.hpp"
#include "schedules/any/judged.hpp"
#include "schedules/any/random_digraphs.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;
using Catch::Contains;

namespace {

using NetworkPointer = std::shared_ptr<const Topology>;

NetworkPointer tiles(const std::string& name, const std::string& option, const std::string& value) {
  return networks::family(name, {{option, value}, {"tiles", "on"}});
}

NetworkPointer tiles_of(const Topology& network) {
  Graph graph;
  for (NodeId v = 0; v < network.nodes(); ++v) {
    graph.nodes.push_back({network.node_name(v),
                           network.is_processor(v) ? NodeRole::processor : NodeRole::forwarder});
  }
  for (const Channel& channel : network.channels()) {
    graph.edges.push_back({channel.from, channel.to, channel.capacity});
  }
  return with_tiles(std::make_shared<GraphNetwork>("graph", NetworkOptions{}, std::move(graph)),
                    "on");
}

FabricSchedule planned(Problem problem, const std::string& period = "auto",
                       const std::string& waiting = "0") {
  problem.options = {{"period", period}, {"slots-waiting", waiting}, {"seconds", "1"}};
  const Plan plan = find_algorithm("periodic", problem).build(problem);
  const PeriodVerdict verdict =
      judge_period(*problem.topology, problem.collective, problem.ports, plan.open, *plan.period);
  REQUIRE(verdict.violation_count == 0);
  return {problem.collective, plan.period->cycles, all_hops(plan.open)};
}

Problem flows_of(const NetworkPointer& network, std::vector<Flow> flows) {
  return {network, Collective::of_flows(network->processors(), std::move(flows)), kMulti, {}};
}

// The slots in which a fabric injects a message and, by destination, ejects it. The hop from the
// origin to its router takes no slot in a fabric, so `injected` is one more than this hop's cycle.
struct Times {
  Cycle injected = 0;
  std::map<NodeId, Cycle> ejected;
};
std::map<MessageId, Times> times_of(const Topology& network, const FabricSchedule& schedule) {
  std::map<MessageId, Times> times;
  for (const Hop& hop : schedule.hops) {
    const Channel& channel = network.channel_at(hop.link);
    Times& of = times[hop.message];
    if (channel.from == schedule.collective.origin(hop.message)) {
      if (of.injected == 0 || hop.cycle + 1 < of.injected) of.injected = hop.cycle + 1;
    }
    if (!network.is_processor(channel.to)) continue;
    if (schedule.collective.wants(hop.message, channel.to)) of.ejected[channel.to] = hop.cycle;
  }
  return times;
}

// Checks that a walk ejects exactly the words that three frames inject after all paths are full,
// each in the schedule's slot. The mode runs `shift` slots later than the schedule.
void check(const Topology& network, const FabricSchedule& schedule, const Fabric& fabric,
           const FabricMode& mode, Cycle shift) {
  const Cycle longest = mode.longest() + shift + 1;
  const Cycle full = (longest / mode.period + 2) * mode.period;
  const Cycle slots = full + 3 * mode.period + longest;
  const Walk found = walk(fabric, mode, slots, full);
  if (!found.faults.empty()) FAIL_CHECK(found.faults.front());
  std::map<NodeId, std::size_t> tile_of;
  for (std::size_t t = 0; t < fabric.tiles.size(); ++t) {
    if (fabric.tiles[t].endpoint != kNone) tile_of[fabric.tiles[t].endpoint] = t;
  }
  std::set<std::tuple<std::size_t, std::size_t, Cycle, Cycle>> wanted, got;  // from, to, slots
  for (const auto& [message, times] : times_of(network, schedule)) {
    const std::size_t from = tile_of.at(schedule.collective.origin(message));
    for (const auto& [to, cycle] : times.ejected) {
      for (Cycle frame = 0; frame * mode.period < slots; ++frame) {
        const Cycle injected = times.injected + shift + frame * mode.period;
        const Cycle ejected = cycle + shift + frame * mode.period;
        if (injected < full || injected >= full + 3 * mode.period) continue;
        wanted.insert({from, tile_of.at(to), injected, ejected});
      }
    }
  }
  for (const Ejected& one : found.ejected) {
    if (one.word.injected < full || one.word.injected >= full + 3 * mode.period) continue;
    got.insert({one.word.from, one.tile, one.word.injected, one.slot});
    // The number that comes with the word must be the flow's number at this receiver.
    const auto flow = std::ranges::find_if(fabric.flows, [&](const FabricFlow& f) {
      return f.from == one.word.from && f.dest == one.word.dest;
    });
    REQUIRE(flow != fabric.flows.end());
    const auto at = std::ranges::find(flow->to, one.tile);
    REQUIRE(at != flow->to.end());
    CHECK(flow->ids[static_cast<std::size_t>(at - flow->to.begin())] == one.id);
  }
  REQUIRE(!wanted.empty());
  CHECK(got == wanted);
}

Fabric walked(const NetworkPointer& network, const FabricSchedule& schedule) {
  const Fabric fabric = compile_fabric(*network, {schedule});
  REQUIRE(fabric.modes.size() == 2);
  check(*network, schedule, fabric, fabric.modes[0], 0);
  check(*network, schedule, fabric, fabric.modes[1], 1);
  return fabric;
}

// The hops of a path through named nodes, in the given cycles.
std::vector<Hop> hops_along(const Topology& network, MessageId message,
                            const std::vector<std::tuple<Cycle, std::string, std::string>>& path) {
  std::vector<Hop> hops;
  for (const auto& [cycle, from, to] : path) {
    const ChannelId channel = network.find_channel(network.find_node(from), network.find_node(to));
    hops.push_back({cycle, network.channels()[channel].first_link, message});
  }
  return hops;
}

}  // namespace

TEST_CASE("tables of tori, meshes, Kautz and other graphs deliver every word in its cycle",
          "[fabric]") {
  for (const auto& [name, option, value] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"torus", "dims", "2x2"},
           {"torus", "dims", "4x4"},
           {"mesh", "dims", "3x3"},
           {"mesh", "dims", "2x2x2"},
           {"hypercube", "dimensions", "3"},
           {"ring", "processors", "5"},
           {"petersen", "", ""}}) {
    CAPTURE(name, value);
    const auto network =
        option.empty() ? networks::family(name, {{"tiles", "on"}}) : tiles(name, option, value);
    walked(network, planned(problem_of(network, alltoall, kMulti)));
  }
  for (const char* name : {"kautz", "de-bruijn"}) {
    CAPTURE(name);
    const auto network =
        networks::family(name, {{"alphabet", "3"}, {"length", "2"}, {"tiles", "on"}});
    walked(network, planned(problem_of(network, alltoall, kMulti)));
  }
}

TEST_CASE("tables of every collective that moves messages deliver them, on random graphs, too",
          "[fabric][slow]") {
  unsigned compiled = 0;
  for (const CollectiveKind kind : {broadcast, scatter, gather, allgather, alltoall}) {
    CAPTURE(name(kind));
    const auto torus = tiles("torus", "dims", "3x3");
    walked(torus, planned(problem_of(torus, kind, kMulti, 2)));
    for (unsigned seed = 0; seed < 6; ++seed) {
      CAPTURE(seed);
      const auto network = tiles_of(*random_digraph(3 + seed, seed % 3, seed % 3, seed));
      const FabricSchedule schedule =
          planned(problem_of(network, kind, kMulti, 1 + seed % 2, seed % 3));
      try {
        walked(network, schedule);
        ++compiled;
      } catch (const InputError& error) {
        CHECK_THAT(error.what(), Contains("a tile of a fabric has at most 6"));
      }
    }
  }
  CHECK(compiled >= 15);
}

TEST_CASE("flows with several receivers and several words are delivered", "[fabric]") {
  const auto mesh = tiles("mesh", "dims", "3x3");
  const Problem problem =
      flows_of(mesh, {{"a", 0, {4, 8}, 3}, {"b", 1, {0}, 1, 9}, {"c", 8, {1, 2, 3}, 2}});
  const Fabric fabric = walked(mesh, planned(problem));
  REQUIRE(fabric.flows.size() == 3);
  CHECK(fabric.flows[0].words == 3);
  CHECK(fabric.flows[1].bound == 9);
}

TEST_CASE("words that wait are held in as many registers as words wait at a time", "[fabric]") {
  const auto ring = tiles("ring", "processors", "4");
  const Collective two = flows_of(ring, {{"a", 0, {1, 2}, 1}}).collective;
  // The word waits in r1 for two cycles before its first copy leaves, and for another cycle before
  // the last copy.
  const auto hops = hops_along(
      *ring, 0,
      {{1, "p0", "r0"}, {2, "r0", "r1"}, {5, "r1", "p1"}, {6, "r1", "r2"}, {8, "r2", "p2"}});
  for (const auto& [period, holds] :
       std::vector<std::pair<Cycle, unsigned>>{{5, 1}, {2, 2}, {1, 3}}) {
    CAPTURE(period);
    const Fabric fabric = walked(ring, {two, period, hops});
    CHECK(fabric.tiles[1].holds == holds);
    CHECK(fabric.tiles[2].holds == 1);
    CHECK(fabric.tiles[0].holds == 0);
  }
}

TEST_CASE("a frame in which more words wait than a tile holds is refused", "[fabric]") {
  const auto torus = tiles("torus", "dims", "3x3");
  const Collective one = flows_of(torus, {{"a", 0, {1}, 1}}).collective;
  const auto hops = hops_along(*torus, 0, {{1, "p0", "r0"}, {2, "r0", "r1"}, {5, "r1", "p1"}});
  CHECK(walked(torus, {one, 2, hops}).tiles[1].holds == 1);
  CHECK_THROWS_WITH(
      compile_fabric(*torus, {{one, 1, hops}}),
      "r1 would hold 2 words in slot 0, and a tile with 4 links holds at most 1; give "
      "`slots-waiting` 0, or a longer `period`");
}

TEST_CASE("words that overtake each other are refused", "[fabric]") {
  const auto ring = tiles("ring", "processors", "4");
  const Collective two = flows_of(ring, {{"a", 0, {1}, 2}}).collective;
  auto hops = hops_along(*ring, 0, {{1, "p0", "r0"}, {2, "r0", "r1"}, {6, "r1", "p1"}});
  for (const Hop& hop : hops_along(*ring, 1, {{2, "p0", "r0"}, {3, "r0", "r1"}, {4, "r1", "p1"}})) {
    hops.push_back(hop);
  }
  CHECK_THROWS_WITH(compile_fabric(*ring, {{two, 8, hops}}), Contains("words of flow a overtake"));
}

TEST_CASE("capacity for words without credit is what the tables eject in the loop of credits",
          "[fabric]") {
  // Neighbours send each other a word per frame of 4 slots, so at most 3 words are in a credit loop
  // of 4 + 2 + 2 + 3 slots (period, routers there, routers back, 3 more). The capacity is for two
  // modes.
  const auto ring = tiles("ring", "processors", "4");
  const Collective two = flows_of(ring, {{"a", 0, {1}, 1}, {"b", 1, {0}, 1}}).collective;
  auto hops = hops_along(*ring, 0, {{1, "p0", "r0"}, {2, "r0", "r1"}, {3, "r1", "p1"}});
  for (const Hop& hop : hops_along(*ring, 1, {{1, "p1", "r1"}, {2, "r1", "r0"}, {3, "r0", "p0"}})) {
    hops.push_back(hop);
  }
  const Fabric fabric = walked(ring, {two, 4, hops});
  CHECK(fabric.room[0] == 2 * 3);
  CHECK(fabric.room[1] == 2 * 3);
  CHECK(fabric.drain() == 1);
}

TEST_CASE("hosts that share a switch have tiles of their own", "[fabric]") {
  // Two switches with two hosts each.
  const Graph graph{.nodes = {{"a", NodeRole::endpoint},
                              {"b", NodeRole::endpoint},
                              {"c", NodeRole::endpoint},
                              {"d", NodeRole::endpoint},
                              {"s", NodeRole::forwarder},
                              {"t", NodeRole::forwarder}},
                    .edges = {}};
  Graph joined = graph;
  for (const auto& [x, y] :
       std::vector<std::pair<NodeId, NodeId>>{{0, 4}, {1, 4}, {2, 5}, {3, 5}, {4, 5}}) {
    joined.join(x, y);
  }
  const auto network = std::make_shared<GraphNetwork>("graph", NetworkOptions{}, std::move(joined));
  const FabricSchedule schedule = planned(problem_of(network, alltoall, kMulti));
  const Fabric fabric = compile_fabric(*network, {schedule});
  // The first host of each switch shares the switch's tile.
  CHECK(fabric.tiles.size() == 4);
  const Walk found = walk(fabric, fabric.modes[0], 20 * schedule.period, 10 * schedule.period);
  if (!found.faults.empty()) FAIL_CHECK(found.faults.front());
  CHECK(found.ejected.size() > 9U * 12);
}

TEST_CASE("credits come back by a flow of their own where no other one leads back", "[fabric]") {
  const auto mesh = tiles("mesh", "dims", "2x2");
  const Collective given =
      flows_of(mesh, {{"a", 0, {3}, 2}, {"b", 3, {0}, 1}, {"c", 1, {2}, 1}, {"d", 2, {0, 1}, 1}})
          .collective;
  const Collective all = with_credits(given, *mesh);
  REQUIRE(all.flows().size() == 5);
  CHECK(all.flows()[4] == Flow{"c.credit", 2, {1}, 1, 0});
  const FabricSchedule schedule = planned({mesh, all, kMulti, {}});
  const Fabric fabric = walked(mesh, schedule);
  for (const FabricFlow& flow : fabric.flows) {
    CAPTURE(flow.name);
    CHECK((flow.back == kNoTile) == (flow.name == "d"));
    CHECK(flow.credit_only == (flow.name == "c.credit"));
    if (flow.back == kNoTile) continue;
    // Credit bits that arrive with number f are for flow f from the endpoint that receives them.
    CHECK(fabric.flows[flow.back].ids.front() == flow.dest);
    CHECK(fabric.flows[flow.back].to.front() == flow.from);
  }
  CHECK(with_credits(problem_of(mesh, alltoall, kMulti).collective, *mesh).flows().empty());
}

// A credit bit that arrives with number f is for flow f from the endpoint that receives the bit. So
// in each mode every flow with one receiver, except those for credits only, needs exactly one flow
// back, from the receiver to the sender; both flows must have the same number at the sender. All
// flows to an endpoint must have different numbers at this endpoint.
TEST_CASE("each flow of each mode has a flow back with its number", "[fabric]") {
  const auto ring = tiles("ring", "processors", "3");
  std::minstd_rand random(7);
  const auto some_flows = [&](std::size_t last) {
    std::vector<Flow> flows;
    for (const auto& [from, to] : {std::pair{0U, 1U}, {1U, 0U}, {0U, 1U}, {1U, 0U}, {2U, 0U}}) {
      const std::string name = fmt::format("f{}", flows.size() + last);
      flows.push_back({name, from, {to}, 1});
    }
    std::ranges::shuffle(flows, random);
    flows.resize(1 + random() % flows.size());
    return flows;
  };
  for (int round = 0; round < 60; ++round) {
    std::vector<Flow> all = some_flows(0), second;
    for (const Flow& flow : all) {  // `second`: about half of `all`, and other flows
      if (random() % 2 == 0) second.push_back(flow);
    }
    for (const Flow& flow : some_flows(5)) second.push_back(flow);
    std::ranges::shuffle(second, random);
    const Collective first = with_credits(flows_of(ring, all).collective, *ring);
    const Collective then = with_credits(flows_of(ring, second).collective, *ring, &first);
    const Fabric fabric = compile_fabric(
        *ring, {planned({ring, first, kMulti, {}}), planned({ring, then, kMulti, {}})});
    for (const FabricMode& mode : fabric.modes) {
      std::set<std::pair<std::size_t, unsigned>> numbers;  // (receiver, number)
      std::set<std::size_t> here;
      for (const FabricWord& word : mode.words) here.insert(word.flow);
      for (const std::size_t f : here) {
        const FabricFlow& flow = fabric.flows[f];
        CAPTURE(round, flow.name);
        CHECK(numbers.insert({flow.to.front(), flow.ids.front()}).second);
        if (flow.credit_only) continue;
        CHECK(std::ranges::count_if(here, [&](std::size_t b) {
                const FabricFlow& back = fabric.flows[b];
                return back.to.front() == flow.from && back.from == flow.to.front() &&
                       back.ids.front() == flow.dest;
              }) == 1);
      }
    }
  }
}

TEST_CASE("a flow that has credits in one mode only is refused", "[fabric]") {
  const auto ring = tiles("ring", "processors", "3");
  const FabricSchedule alone = planned(flows_of(ring, {{"f", 0, {1}}}));
  const FabricSchedule both = planned(flows_of(ring, {{"f", 0, {1}}, {"g", 1, {0}}}));
  CHECK_THROWS_WITH(compile_fabric(*ring, {alone, both}),
                    Contains("flow f has a way back in one mode, and none in another"));
  CHECK_NOTHROW(compile_fabric(*ring, {alone, both}, {.credits = false}));
}

TEST_CASE("names that stand for two flows are refused", "[fabric]") {
  const auto ring = tiles("ring", "processors", "4");
  const auto of = [&](std::vector<Flow> flows) {
    return flows_of(ring, std::move(flows)).collective;
  };
  CHECK_THROWS_WITH(with_credits(of({{"a", 0, {1}}, {"a.credit", 0, {2}}}), *ring),
                    Contains("flow a.credit: names of flows that bring credits end in .credit"));
  const FabricSchedule schedule = planned(flows_of(ring, {{"a", 0, {1}}, {"a.credit", 0, {2}}}));
  CHECK_THROWS_WITH(compile_fabric(*ring, {schedule}),
                    Contains("flow a.credit does not bring the credits of flow a"));
  const Flow sum{.name = "a", .destinations = {2}, .sources = {0, 1}};
  const FabricSchedule same = planned(flows_of(ring, {sum, {"a:p0", 0, {2}}}));
  CHECK_THROWS_WITH(compile_fabric(*ring, {same}, {.credits = false, .on_demand = true}),
                    Contains("two flows are called a:p0"));
}

TEST_CASE("latency counts the tiles of endpoints that share no tile with a router", "[fabric]") {
  const auto ring = networks::family("ring", {{"processors", "3"}});
  const FabricSchedule schedule = planned(flows_of(ring, {{"f", 0, {1}}}), "4");
  // Latency 4 + 3 - 1: the period is 4, the path takes 3 slots (tile of p0, link, tile of p1).
  CHECK(compile_fabric(*ring, {schedule}).latency(0, 0) == 4 + 2);
  const auto merged = tiles("ring", "processors", "3");
  CHECK(compile_fabric(*merged, {planned(flows_of(merged, {{"f", 0, {1}}}), "4")}).latency(0, 0) ==
        4 + 2);
  const FabricSchedule late = planned(flows_of(ring, {{"f", 0, {1}, 1, 5}}), "4");
  CHECK_THROWS_WITH(compile_fabric(*ring, {late}),
                    Contains("flow f may take 6 cycles in the fabric, at most 5 are allowed"));
}

TEST_CASE("a network whose endpoints have more than one link is refused", "[fabric]") {
  const auto torus = networks::family("torus", {{"dims", "3x3"}});
  const FabricSchedule schedule = planned(problem_of(torus, alltoall, kMulti));
  CHECK_THROWS_WITH(compile_fabric(*torus, {schedule}),
                    Contains("two words in the same slot") && Contains("give `tiles`"));
}

TEST_CASE("a hub with too many links is refused with the limit", "[fabric]") {
  const auto cube = tiles("hypercube", "dimensions", "7");
  const FabricSchedule schedule{problem_of(cube, alltoall, kMulti).collective, 128, {}};
  CHECK_THROWS_WITH(compile_fabric(*cube, {schedule}),
                    Contains("has 7 links; a tile of a fabric has at most 6"));
}

TEST_CASE("schedules are compiled for the links of a fabric that is built", "[fabric]") {
  for (const CollectiveKind kind : {alltoall, broadcast, gather}) {
    CAPTURE(name(kind));
    const auto torus = tiles("torus", "dims", "3x3");
    Fabric built = compile_fabric(*torus, {planned(problem_of(torus, alltoall, kMulti, 2))});
    // Numbers the links differently than this compiler does.
    for (FabricTile& tile : built.tiles) {
      std::swap(tile.in[1], tile.in[2]);
      for (unsigned l = 1; l < tile.links; ++l)
        tile.in[l].link = 1 + tile.in[l].link % (tile.links - 1);
    }
    const FabricSchedule schedule = planned(problem_of(torus, kind, kMulti));
    try {
      const Fabric fabric = compile_fabric(*torus, {schedule}, {}, &built);
      for (std::size_t t = 0; t < built.tiles.size(); ++t) {
        CHECK(fabric.tiles[t].in == built.tiles[t].in);
      }
      CHECK(fabric.room == built.room);
      CHECK(fabric.fingerprint(32) == built.fingerprint(32));
      check(*torus, schedule, fabric, fabric.modes[0], 0);
      check(*torus, schedule, fabric, fabric.modes[1], 1);
    } catch (const InputError& error) {
      CHECK_THAT(error.what(), Contains("which the fabric cannot"));
    }
    // Numbers that the compiler chose itself always fit.
    built = compile_fabric(*torus, {planned(problem_of(torus, alltoall, kMulti, 2))});
    const Fabric fabric = compile_fabric(*torus, {schedule}, {}, &built);
    CHECK(fabric.fingerprint(32) == built.fingerprint(32));
    check(*torus, schedule, fabric, fabric.modes[0], 0);
  }
}

TEST_CASE("a change between modes of a built fabric and others has room for both", "[fabric]") {
  const auto ring = tiles("ring", "processors", "4");
  const auto frame = [&](Cycle period) {
    auto hops = hops_along(*ring, 0, {{1, "p0", "r0"}, {2, "r0", "r1"}, {3, "r1", "p1"}});
    for (const Hop& hop :
         hops_along(*ring, 1, {{1, "p1", "r1"}, {2, "r1", "r0"}, {3, "r0", "p0"}})) {
      hops.push_back(hop);
    }
    return FabricSchedule{flows_of(ring, {{"a", 0, {1}, 1}, {"b", 1, {0}, 1}}).collective, period,
                          hops};
  };
  // The credit loop has 3 words at period 4, and 8 at period 1, one in each of its 1 + 2 + 2 + 3
  // slots. The queue needs this capacity for each of two modes.
  const Fabric built = compile_fabric(*ring, {frame(4)});
  CHECK(compile_fabric(*ring, {frame(5)}, {}, &built).room == built.room);
  CHECK_THROWS_WITH(compile_fabric(*ring, {frame(1)}, {}, &built),
                    Contains("the queue of r0 would need capacity for 16 words without credit, the "
                             "fabric has 6"));
}

TEST_CASE("the fingerprint tells fabrics apart, and not their tables", "[fabric]") {
  const auto ring = tiles("ring", "processors", "4");
  const FabricSchedule schedule = planned(problem_of(ring, alltoall, kMulti));
  Fabric fabric = compile_fabric(*ring, {schedule});
  const std::uint64_t print = fabric.fingerprint(32);
  CHECK(fabric.fingerprint(64) != print);
  std::swap(fabric.modes[0], fabric.modes[1]);
  CHECK(fabric.fingerprint(32) == print);
  fabric.tiles[0].in[1] = {};
  CHECK(fabric.fingerprint(32) != print);
}

TEST_CASE("a fabric without credits has a fingerprint of its own", "[fabric]") {
  const auto ring = tiles("ring", "processors", "4");
  const FabricSchedule schedule = planned(problem_of(ring, alltoall, kMulti));
  const Fabric fabric = compile_fabric(*ring, {schedule});
  Fabric without = fabric;
  without.credits = compile_fabric(*ring, {schedule}, {.credits = false}).credits;
  CHECK(without.fingerprint(32) != fabric.fingerprint(32));
  // Frames on demand never have credits.
  Fabric on_demand = fabric;
  on_demand.on_demand = without.on_demand = true;
  CHECK(without.fingerprint(32) == on_demand.fingerprint(32));
}

TEST_CASE("flows stay that have the same slots and paths in both modes and never wait",
          "[fabric]") {
  const auto ring = tiles("ring", "processors", "4");
  // The other mode keeps flow a, moves b by one slot, and sends c around the other side of the ring
  // in the same slots. In both modes d waits.
  const auto mode = [&](bool other) {
    const Cycle b = other ? 2 : 1;
    FabricSchedule schedule{
        flows_of(ring, {{"a", 0, {1}, 1}, {"b", 1, {2}, 1}, {"c", 3, {1}, 1}, {"d", 2, {3}, 1}})
            .collective,
        6, hops_along(*ring, 0, {{1, "p0", "r0"}, {2, "r0", "r1"}, {3, "r1", "p1"}})};
    const std::string way = other ? "r0" : "r2";
    for (const auto& hops :
         {hops_along(*ring, 1, {{b, "p1", "r1"}, {b + 1, "r1", "r2"}, {b + 2, "r2", "p2"}}),
          hops_along(*ring, 2, {{3, "p3", "r3"}, {4, "r3", way}, {5, way, "r1"}, {6, "r1", "p1"}}),
          hops_along(*ring, 3, {{1, "p2", "r2"}, {3, "r2", "r3"}, {4, "r3", "p3"}})}) {
      schedule.hops.insert(schedule.hops.end(), hops.begin(), hops.end());
    }
    std::ranges::sort(schedule.hops, {},
                      [](const Hop& hop) { return std::pair(hop.cycle, hop.link); });
    return schedule;
  };
  const Fabric fabric = compile_fabric(*ring, {mode(false), mode(true)}, {.credits = false});
  constexpr unsigned kStays = 2;
  for (const FabricFlow& flow : fabric.flows) {
    CAPTURE(flow.name);
    CHECK(flow.stays == (flow.name == "a"));
  }
  for (const FabricMode& one : fabric.modes) {
    for (const FabricWord& word : one.words) {
      const FabricFlow& flow = fabric.flows[word.flow];
      CAPTURE(flow.name);
      CHECK(((one.endpoints[flow.from][word.slot] & kStays) != 0) == (flow.name == "a"));
    }
  }
  FabricSchedule longer = mode(false);
  longer.period = 7;
  for (const FabricFlow& flow :
       compile_fabric(*ring, {mode(false), longer}, {.credits = false}).flows) {
    CHECK(!flow.stays);
  }
}

TEST_CASE("queues of frames on demand hold a frame to send, and the frames that may arrive",
          "[fabric]") {
  const auto mesh = tiles("mesh", "dims", "2x2");
  const auto schedule = planned(flows_of(mesh, {{"a", 0, {1, 3}, 20, 0}, {"b", 2, {3}, 4, 0}}));
  const Fabric fabric = compile_fabric(*mesh, {schedule}, {.on_demand = true});
  CHECK(fabric.drain() == 1);
  std::map<NodeId, std::size_t> tile_of;
  for (std::size_t t = 0; t < fabric.tiles.size(); ++t) tile_of[fabric.tiles[t].endpoint] = t;
  CHECK(fabric.words_from(0, tile_of.at(0)) == 20);
  CHECK(fabric.words_to(0, tile_of.at(3)) == 24);
  CHECK(fabric.words_to(1, tile_of.at(1)) == 20);
  CHECK(fabric.tx[tile_of.at(0)] == 32);
  CHECK(fabric.tx[tile_of.at(2)] == 16);
  // Capacity for 1 + drain() frames: `ready` may not yet count the words of the previous frame.
  CHECK(fabric.room[tile_of.at(3)] == 2 * 24);
  CHECK(fabric.room[tile_of.at(0)] == 0);
  CHECK(fabric.fingerprint(32) !=
        compile_fabric(*mesh, {schedule}, {.credits = false}).fingerprint(32));
}

TEST_CASE("a fabric with frames on demand refuses schedules that need larger queues", "[fabric]") {
  const auto mesh = tiles("mesh", "dims", "2x2");
  const auto frame = [&](std::uint32_t words) {
    return planned(flows_of(mesh, {{"a", 0, {3}, words, 0}}));
  };
  const FabricRules on_demand{.on_demand = true};
  const Fabric built = compile_fabric(*mesh, {frame(16)}, on_demand);
  CHECK(compile_fabric(*mesh, {frame(3)}, on_demand, &built).tx == built.tx);
  CHECK_THROWS_WITH(compile_fabric(*mesh, {frame(17)}, on_demand, &built),
                    Contains("words of frames on demand, the fabric has"));
  CHECK_THROWS_WITH(
      compile_fabric(*mesh, {planned(flows_of(mesh, {{"a", 0, {3}, 1, 9}}))}, on_demand),
      Contains("flow a allows a latency of 9 cycles"));
}
