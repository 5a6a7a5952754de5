// SPDX-License-Identifier: Apache-2.0
// Common properties of algorithms on star graphs: symmetric programs, their times, and that one
// node can be judged for all.
#include "schedules/star/star.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/error.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/judge/program_judge.hpp"
#include "schedules/star/allgather.hpp"

using namespace romcast;
using namespace romcast::test::star_allgather;
using star::ProgramWriter;

namespace {

constexpr std::uint64_t kLastCycle = 0xffffffff;

std::vector<RelativeMessage> copies(std::size_t count) {
  return std::vector<RelativeMessage>(count);
}

std::vector<Timing> timings(unsigned symbols) {
  if (symbols == 5) return {{0, 1}, {3, 2}};
  return {{0, 1}, {0, 3}, {1, 1}, {7, 1}, {100, 3}};
}

struct Compared {
  std::set<std::string> algorithms;
  std::size_t programs = 0;
};

void compare(const Algorithm& algorithm, const Problem& problem, Compared& compared) {
  if (algorithm.refusal && !algorithm.refusal(problem).empty()) return;
  const Plan plan = algorithm.build(problem);
  if (!plan.hints.find<RelativeProgram>()) return;
  const Verdict all =
      judge(*problem.topology, problem.collective, problem.ports, plan.open, {}, problem.timing);
  const Verdict one = judge_program(*star::graph(problem), problem.collective, problem.ports,
                                    problem.timing, *plan.hints.find<RelativeProgram>());
  CHECK(all.violation_count == 0);
  CHECK(one.violation_count == 0);
  CHECK(one.violations.empty());
  CHECK(one.cycles == all.cycles);
  CHECK(one.hops == all.hops);
  CHECK(one.delivered == all.delivered);
  CHECK(one.expected == all.expected);
  CHECK(one.max_queue == all.max_queue);
  CHECK(one.max_waiting == all.max_waiting);
  CHECK(one.levels == all.levels);
  compared.algorithms.insert(algorithm.name);
  ++compared.programs;
}

void compare(const Algorithm& algorithm, unsigned symbols, Compared& compared) {
  const auto graph = std::make_shared<const StarGraph>(symbols);
  std::vector<Options> options{{}};
  for (const AlgorithmOption& option : algorithm.options) {
    if (option.name == "packet-cap") options.push_back({{"packet-cap", "2"}});
  }
  for (const Ports::Kind ports : algorithm.ports) {
    for (const Timing timing : timings(symbols)) {
      for (const std::uint32_t each : {1U, 2U}) {
        for (const Options& given : options) {
          CAPTURE(algorithm.name, symbols, timing.startup, timing.per_message, each, given.size());
          compare(algorithm,
                  {graph,
                   Collective(algorithm.collective, graph->nodes(), 0, each),
                   {ports},
                   given,
                   timing},
                  compared);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("one node judged for all gives every figure of the judge for every program") {
  Compared compared;
  for (const Algorithm& algorithm : all_algorithms()) {
    if (algorithm.network != "star") continue;
    for (const unsigned symbols : {3U, 4U, 5U}) compare(algorithm, symbols, compared);
  }
  for (const char* known : {"level", "cyclic", "grouped", "deferred", "direct", "orbit"}) {
    CHECK(compared.algorithms.contains(known));  // otherwise its plan lost its program
  }
  CHECK(compared.programs > 150);
}

TEST_CASE("a program that ends in the last cycle of 2^32 is the longest") {
  const Timing slow{65535, 65535};
  // 65535 * (1 + 65536) = 2^32 - 1
  ProgramWriter longest(slow);
  longest.send({2}, copies(65536));
  CHECK(longest.finish()->packets.size() == 1);
  CHECK_THROWS_AS(longest.send({2}, copies(1)), InputError);
  ProgramWriter too_long(slow);
  CHECK_THROWS_AS(too_long.send({2}, copies(65537)), InputError);
  ProgramWriter on_all(slow);
  CHECK_THROWS_AS(on_all.send_each({copies(1), copies(65537)}), InputError);
  ProgramWriter just(slow);
  just.send_each({copies(1), copies(65536)});
  CHECK(just.finish()->packets.size() == 2);
}

TEST_CASE("no packet of a program ends after the last cycle of 2^32") {
  const Timing slow{1, 65535};
  ProgramWriter writer(slow, 1000);  // packets of 65 535 001 cycles, 65 of them fit
  CHECK_THROWS_AS(writer.send({2, 3}, copies(100'000)), InputError);
  const auto program = writer.finish();
  CHECK(program->packets.size() == 2 * 65);
  for (const RelativePacket& packet : program->packets) {
    CHECK(packet.start + slow.startup + packet.messages.size() * std::uint64_t{65535} - 1 <=
          kLastCycle);
  }
}

TEST_CASE("the allgather of a star graph that nobody names is the best one") {
  CHECK(find_algorithm("", problem_of(4, kSingle)).name == "level");
  CHECK(find_algorithm("", problem_of(4, kMulti)).name == "tree");
  CHECK(find_algorithm("paper", problem_of(4, kSingle)).name == "mesh-ring");
  CHECK(find_algorithm("nonpersonalized-broadcast", problem_of(4, kSingle)).name == "mesh-ring");
}

TEST_CASE("an allgather whose cycles cannot be counted names the options") {
  for (const char* name : {"mesh-ring", "hamiltonian-ring", "hamiltonian-word", "tree"}) {
    const auto ports = std::string(name) == "tree" ? kMulti : kSingle;
    const Problem endless = problem_of(6, ports, {65535, 65535}, 500);
    CHECK_THROWS_AS(find_algorithm(name, endless).build(endless), InputError);
  }
}
