// SPDX-License-Identifier: Apache-2.0
// Algorithms for star graphs with several packet times: each plan is legal, complete and as fast as
// its formula, and its ROMs replay it if it has at most kReplayedHops hops. If the oracle of
// tests/oracle, which shares no code with romcast, knows the algorithm, a plan of one message takes
// as many cycles as the oracle's plan; a plan of cyclic-orbit may take fewer.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <set>

#include "plans.hpp"
#include "romcast/core/relative_program.hpp"
#include "star_replay.hpp"
#include "tests/oracle/star_oracle_theory.hpp"

namespace {

using namespace romcast;
using romcast::test::Grid;
using romcast::test::Planned;

constexpr std::uint64_t kReplayedHops = 30'000;  // replaying is slow

Grid small_grid() {
  return {.networks = {romcast::test::star_graph(3), romcast::test::star_graph(4)},
          .messages = {1, 2},
          .timings = romcast::test::timings({0, 1, 7}, {1, 2, 3}),
          .copies_up_to = 24};
}

Grid large_grid() {
  return {.networks = {romcast::test::star_graph(5)},
          .messages = {1, 2},
          .timings = {Timing{}, Timing{1, 3}, Timing{7, 2}}};
}

std::vector<Scenario> whole_grid() {
  std::vector<Scenario> all = romcast::test::scenarios(small_grid());
  for (const Scenario& scenario : romcast::test::scenarios(large_grid())) all.push_back(scenario);
  for (const Scenario& scenario :
       romcast::test::scenarios({{romcast::test::star_graph(6)}, {1}, false, {Timing{3, 1}}})) {
    all.push_back(scenario);
  }
  return all;
}

const StarGraph& star_of(const Planned& planned) {
  return dynamic_cast<const StarGraph&>(*planned.job.problem.topology);
}

StoreRoms roms_of(const Planned& planned) {
  const Problem& problem = planned.job.problem;
  return compile_store_roms(star_of(planned), problem.collective, problem.ports, planned.plan.open,
                            {.timing = problem.timing});
}

// If the plan is one program relative to each node, CHECKs that all nodes share the ROM images, at
// most one per engine (sequencer of a node), and have one order of own messages.
void check_symmetry(const Planned& planned, const StoreRoms& roms) {
  if (!planned.plan.hints.find<RelativeProgram>()) return;
  CHECK(roms.images.size() <= roms.store.engines);
  CHECK(roms.orders.size() == 1);
}

void check_roms(const Planned& planned) {
  const StoreRoms roms = roms_of(planned);
  check_symmetry(planned, roms);
  if (planned.verdict.hops > kReplayedHops) return;
  const Problem& problem = planned.job.problem;
  CHECK(romcast::test::replay(star_of(planned), problem.collective, problem.timing, roms) ==
        romcast::test::sorted_hops(planned.plan.open));
}

// The largest number of cycles in which a node begins start-ups.
std::uint64_t most_startups(const Planned& planned) {
  std::vector<std::set<Cycle>> begins(planned.job.problem.topology->nodes());
  for (const Hop& hop : romcast::test::sorted_hops(planned.plan.open)) {
    if (hop.message != kStartup) continue;
    begins[planned.job.problem.topology->channel_at(hop.link).from].insert(hop.cycle);
  }
  return std::ranges::max(begins, {}, &std::set<Cycle>::size).size();
}

oracle::star::Chain chain_of(const std::string& text) {
  oracle::star::Chain chain;
  for (const char c : text) {
    if (c != ',') chain.push_back(static_cast<unsigned>(c - '0'));
  }
  return chain;
}

// The oracle's outcome; none if the oracle does not support the scenario, or if each processor has
// several messages.
std::optional<oracle::star::Outcome> ask_oracle(const Planned& planned) {
  const Problem& problem = planned.job.problem;
  if (problem.collective.messages() != 1) return std::nullopt;
  oracle::star::Scenario same{.n = star_of(planned).symbols(),
                              .collective = std::string(name(problem.collective.kind())),
                              .ports = problem.ports.name(),
                              .algorithm = planned.job.algorithm.name,
                              .startup = problem.timing.startup,
                              .per_message = problem.timing.per_message};
  if (const auto given = problem.options.find("substars"); given != problem.options.end()) {
    same.chain = chain_of(given->second);
  }
  if (const auto given = problem.options.find("packet-cap"); given != problem.options.end()) {
    same.cap = static_cast<unsigned>(std::stoul(given->second));
  }
  try {
    return oracle::star::simulate(same);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

void compare_with_oracle(const Planned& planned, std::set<std::string>& compared) {
  const auto truth = ask_oracle(planned);
  if (!truth) return;
  const std::string& algorithm = planned.job.algorithm.name;
  REQUIRE(truth->violation.empty());
  REQUIRE(truth->exactly_once);
  compared.insert(planned.job.problem.ports.name() + " " + algorithm);
  if (algorithm == "cyclic-orbit") {  // romcast picks the best first node of each orbit
    CHECK(planned.verdict.cycles <= truth->cycles);
    CHECK(planned.verdict.hops == truth->message_hops);
    return;
  }
  CHECK(planned.verdict.cycles == truth->cycles);
  if (algorithm == "mesh-ring") {  // romcast omits messages that the receiver has
    CHECK(planned.verdict.hops <= truth->message_hops);
    return;
  }
  CHECK(planned.verdict.hops == truth->message_hops);
  if (planned.job.problem.timing.startup == 0) return;
  CHECK(most_startups(planned) == truth->startups);
}

// The theory's lower bound of an alltoall or allgather of one message must equal the oracle's.
void check_lower_bound(const Planned& planned) {
  const Problem& problem = planned.job.problem;
  const CollectiveKind kind = problem.collective.kind();
  if (kind != CollectiveKind::alltoall && kind != CollectiveKind::allgather) return;
  if (problem.collective.messages() != 1) return;
  REQUIRE(planned.theory.lower_bound);
  CHECK(*planned.theory.lower_bound ==
        oracle::star::lower_bound(star_of(planned).symbols(), std::string(name(kind)),
                                  problem.ports.name(), problem.timing.startup,
                                  problem.timing.per_message));
}

}  // namespace

TEST_CASE("Every plan on a star graph is legal and complete and its ROMs say it again", "[long]") {
  std::size_t plans = 0;
  for (const Scenario& scenario : whole_grid()) {
    INFO(romcast::test::describe(scenario));
    check_roms(romcast::test::planned(scenario));
    ++plans;
  }
  CHECK(plans > 500);  // the grid has not shrunk
}

TEST_CASE("Every algorithm of the list for star graphs is on the grid") {
  std::set<std::string> listed = romcast::test::algorithms_of("star");
  // A star graph of n > 2 symbols has n! nodes of n - 1 links, so the number K of ports is below n.
  // Then n! is no power of K + 1, as hypercube (K = 1) and clipped-cube need, and n! > K + 1, the
  // largest number of nodes that late-relay allows.
  for (const char* name : {"hypercube", "clipped-cube", "late-relay"}) {
    CHECK(listed.erase(std::string("star broadcast ") + name) == 1);
  }
  CHECK(romcast::test::covered(whole_grid()) == listed);
}

TEST_CASE("A plan on a star graph can be opened twice and is the same again") {
  for (const Scenario& scenario :
       romcast::test::scenarios({.networks = {romcast::test::star_graph(4)},
       .messages = {2},
       .timings = {Timing{2, 2}},
       .copies_up_to = 24})) {
    INFO(romcast::test::describe(scenario));
    const Planned star = romcast::test::planned(scenario);
    CHECK(romcast::test::sorted_hops(star.plan.open) == romcast::test::sorted_hops(star.plan.open));
  }
}

TEST_CASE("The oracle finds the same cycles and start-ups and hops on star graphs") {
  std::set<std::string> compared;
  for (const Scenario& scenario : romcast::test::scenarios(small_grid())) {
    INFO(romcast::test::describe(scenario));
    const Planned star = romcast::test::planned(scenario);
    compare_with_oracle(star, compared);
    check_lower_bound(star);
  }
  for (const Scenario& scenario :
       romcast::test::scenarios({{romcast::test::star_graph(5)}, {1}, true, {Timing{2, 1}}})) {
    INFO(romcast::test::describe(scenario));
    compare_with_oracle(romcast::test::planned(scenario), compared);
  }
  for (const std::string known : {"single direct", "single grouped", "single deferred",
                                  "single cyclic", "single level", "multi level"}) {
    CHECK(compared.contains(known));  // else the oracle no longer knows this name
  }
}
