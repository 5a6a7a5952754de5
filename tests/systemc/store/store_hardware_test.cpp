// SPDX-License-Identifier: Apache-2.0
// Stores and banks of nodes on random networks: a node with the slots that it needs holds all
// messages. With one slot fewer, if it needs two or more, it overflows.
#include "systemc/store/store_hardware.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <any>
#include <catch2/catch.hpp>
#include <fstream>
#include <random>

#include "apps/scenario.hpp"
#include "conformance/runs.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/run/queue_depths.hpp"
#include "romcast/run/run.hpp"
#include "systemc/cosimulation.hpp"

namespace {

using namespace romcast;

constexpr std::size_t kMostNodes = 64;

struct StoreOutcome {
  bool overflow[kMostNodes] = {};
  std::uint32_t places[kMostNodes] = {}, own[kMostNodes] = {};
};

// Runs nodes with given depths in a separate process.
StoreOutcome run_nodes(const StoreNodes& nodes, Cycle last_hop) {
  void* shared = mmap(nullptr, sizeof(StoreOutcome), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(shared != MAP_FAILED);
  auto* outcome = new (shared) StoreOutcome;
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const auto hardware = std::make_shared<StoreHardware>(nodes);
    const ModelStore store;
    std::vector<ModelSpec> models = hardware->description().models();
    models.push_back(ModelStore::time_base_spec());
    store.prepare(models);
    const Readings result = cosimulate({.topology = nodes.network,
                                        .hardware = hardware,
                                        .last_hop = last_hop,
                                        .trace = [](std::span<const LinkFlit>) {}},
                                       store);
    for (const NodeRegisters& one : result.switches) {
      outcome->overflow[one.node] = one.registers.up("overflow");
      outcome->places[one.node] = static_cast<std::uint32_t>(one.registers.at("places_high"));
      outcome->own[one.node] =
          static_cast<std::uint32_t>(one.registers.find("own_high").value_or(0));
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(status == 0);
  const StoreOutcome copy = *outcome;
  munmap(shared, sizeof(StoreOutcome));
  return copy;
}

// Writes a graph to a file in `folder`: a random tree of 4 to 6 switches, with two hosts at each
// switch. Returns the name of the file.
std::string random_file(const romcast::test::TemporaryFolder& folder, unsigned seed) {
  std::mt19937 random(seed);
  const unsigned switches = 4 + seed % 3;
  std::string text = "graph g {\n";
  for (unsigned s = 0; s < switches; ++s) {
    text += fmt::format("  s{0} [role=switch]; a{0} -- s{0}; b{0} -- s{0};\n", s);
    if (s > 0) text += fmt::format("  s{} -- s{};\n", random() % s, s);
  }
  const std::string path = folder.file(fmt::format("n{}.dot", seed));
  std::ofstream(path) << text << "}\n";
  return path;
}

// The nodes of a plan, with the depths that each of them needs.
struct Needs {
  StoreNodes nodes;
  std::vector<StoreDepths> depths;
  Cycle last_hop = 0;
};

Needs needs_of(const std::string& file, const char* ports, const char* collective = "alltoall") {
  Run run(resolve(
      {.network = file, .ports = ports, .collective = collective, .algorithm = "matching"}));
  const JudgedPlan& plan = run.judged();
  auto stores = places_of(run.job().problem);
  stores->add_part(plan.places);
  Needs needs{.nodes = std::any_cast<StoreNodes>(run.nodes().machine), .last_hop = plan.last_hop};
  const bool rings = needs.nodes.roms->store.ring > 0;
  for (NodeId node = 0; node < run.network().nodes(); ++node) {
    const StoreNeeds one = stores->needs(node, node + 1);
    needs.depths.push_back(
        {.store = std::max(one.store, 1U), .own = one.own, .link = rings ? one.ring : one.link});
  }
  return needs;
}

// Runs the network with the depths that its nodes need: no node may overflow. Then, for each node
// that needs two or more slots in `memory`, runs the network with one slot fewer in this node,
// which must overflow.
void check_each(const Needs& needs, std::uint32_t StoreDepths::*memory) {
  StoreNodes nodes = needs.nodes;
  nodes.depths = needs.depths;
  const StoreOutcome enough = run_nodes(nodes, needs.last_hop);
  for (NodeId node = 0; node < needs.depths.size(); ++node) {
    CAPTURE(node, needs.depths[node].*memory);
    CHECK_FALSE(enough.overflow[node]);
    if (needs.depths[node].*memory < 2) continue;
    nodes.depths = needs.depths;
    --(nodes.depths[node].*memory);
    CHECK(run_nodes(nodes, needs.last_hop).overflow[node]);
  }
}

}  // namespace

TEST_CASE("each store of a random network holds what it needs and overflows with a slot less") {
  const romcast::test::TemporaryFolder folder;
  for (const unsigned seed : {1U, 2U}) {
    CAPTURE(seed);
    check_each(needs_of(random_file(folder, seed), "single"), &StoreDepths::store);
  }
}

TEST_CASE("each own bank of a random network holds what it needs and overflows with a slot less") {
  const romcast::test::TemporaryFolder folder;
  check_each(needs_of(random_file(folder, 1), "multi"), &StoreDepths::own);
}

TEST_CASE("banks of links of a random network hold what they need and overflow with a slot less") {
  const romcast::test::TemporaryFolder folder;
  bool rings = false, others = false;
  for (const auto& [seed, collective] :
       {std::pair{1U, "alltoall"}, {2U, "alltoall"}, {3U, "gather"}, {4U, "gather"}}) {
    CAPTURE(seed, collective);
    Needs needs = needs_of(random_file(folder, seed), "multi", collective);
    // If banks are filled in turn, as rings (store.ring > 0), they have the same size in all nodes,
    // the largest need of a node. So every node with banks gets this depth.
    std::uint32_t most = 1;
    for (const StoreDepths& one : needs.depths) most = std::max(most, one.link);
    (needs.nodes.roms->store.ring > 0 ? rings : others) = true;
    if (needs.nodes.roms->store.ring > 0) {
      for (StoreDepths& one : needs.depths) one.link = one.link == 0 ? 0 : most;
      CHECK(needs.nodes.roms->store.ring == most);
    }
    check_each(needs, &StoreDepths::link);
  }
  CHECK(rings);
  CHECK(others);
}
