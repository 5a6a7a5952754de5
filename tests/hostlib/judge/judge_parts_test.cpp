// SPDX-License-Identifier: Apache-2.0
// The verdicts of judges that each see only the hops of some nodes add up to the verdict of the
// judge of all nodes.
#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <random>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/judge/judge_state.hpp"
#include "romcast/judge/store_places.hpp"

using namespace romcast;

namespace {

Problem problem_of(std::shared_ptr<const Topology> network, CollectiveKind kind,
                   Ports ports = {Ports::Kind::single}, Timing timing = {}) {
  const std::size_t processors = network->processors();
  return {std::move(network), Collective(kind, processors, 0, 1), ports, {}, timing};
}

std::vector<Hop> of_part(const Topology& network, const std::vector<char>& here,
                         const std::vector<Hop>& hops) {
  std::vector<Hop> some;
  std::ranges::copy_if(hops, std::back_inserter(some), [&](const Hop& hop) {
    const Channel& channel = network.channel_at(hop.link);
    return here[channel.from] != 0 || here[channel.to] != 0;
  });
  return some;
}

struct Judged {
  Verdict verdict;
  std::vector<LevelQueues> switches;
};
// The results of a judge that sees only the hops from and to nodes v with here[v] != 0, or all hops
// if `here` is empty.
Judged judged(const Problem& problem, const std::vector<std::vector<Hop>>& steps,
              const std::vector<char>& here) {
  const auto judge = make_judge_state(*problem.topology, problem.collective, problem.ports,
                                      std::nullopt, problem.timing, here);
  for (const std::vector<Hop>& step : steps) {
    const std::vector<Hop> hops = here.empty() ? step : of_part(*problem.topology, here, step);
    if (!hops.empty()) judge->step(hops);
  }
  if (!here.empty()) judge->end(steps.back().front().cycle);
  Judged result{.verdict = judge->finish()};
  result.switches = judge->switches();
  return result;
}

// Three parts; each node is in a random one.
std::vector<std::vector<char>> random_parts(std::size_t nodes) {
  std::mt19937 random(1);
  std::vector<std::vector<char>> parts(3, std::vector<char>(nodes, 0));
  for (std::size_t node = 0; node < nodes; ++node) parts[random() % 3][node] = 1;
  return parts;
}

void compare(const Problem& problem, const std::string& algorithm) {
  INFO(problem.topology->network() << " " << algorithm);
  std::vector<std::vector<Hop>> steps;
  const auto plan = find_algorithm(algorithm, problem).build(problem).open();
  for (std::vector<Hop> hops; plan->next(hops);) steps.push_back(hops);
  const Judged all = judged(problem, steps, {});
  REQUIRE(all.verdict.violation_count == 0);
  const auto parts = random_parts(problem.topology->nodes());
  Judged together = judged(problem, steps, parts.front());
  for (std::size_t part = 1; part < parts.size(); ++part) {
    const Judged other = judged(problem, steps, parts[part]);
    add_part(other.verdict, together.verdict);
    for (std::size_t i = 0; i < all.switches.size(); ++i) {
      raise(other.switches[i], together.switches[i]);
    }
  }
  CHECK(together.verdict.violation_count == 0);
  CHECK(together.verdict.cycles == all.verdict.cycles);
  CHECK(together.verdict.hops == all.verdict.hops);
  CHECK(together.verdict.delivered == all.verdict.delivered);
  CHECK(together.verdict.expected == all.verdict.expected);
  CHECK(together.verdict.max_queue == all.verdict.max_queue);
  CHECK(together.verdict.max_waiting == all.verdict.max_waiting);
  CHECK(together.verdict.levels == all.verdict.levels);
  CHECK(together.switches == all.switches);
}

}  // namespace

TEST_CASE("three judges of a tree's nodes say together what one says") {
  for (const CollectiveKind kind : {CollectiveKind::alltoall, CollectiveKind::allgather,
                                    CollectiveKind::broadcast, CollectiveKind::gather}) {
    for (const Ports ports : {Ports{Ports::Kind::single}, Ports{Ports::Kind::multi}}) {
      compare(problem_of(std::make_shared<FatTree>(2, 4, "constant"), kind, ports), "");
    }
  }
}

TEST_CASE("three judges of a star graph's nodes say together what one says, with start-ups, too") {
  for (const CollectiveKind kind : {CollectiveKind::alltoall, CollectiveKind::allgather}) {
    for (const Timing timing : {Timing{}, Timing{.startup = 3, .per_message = 2}}) {
      compare(problem_of(std::make_shared<StarGraph>(4), kind, {Ports::Kind::single}, timing), "");
    }
  }
}

TEST_CASE("slots of three parts of a network are together those of all") {
  const Problem problem =
      problem_of(std::make_shared<StarGraph>(4), CollectiveKind::alltoall, {Ports::Kind::multi});
  const Topology& network = *problem.topology;
  StorePlaces all(network, problem.collective, problem.ports);
  std::deque<StorePlaces> some;
  const auto parts = random_parts(network.nodes());
  for (const auto& here : parts) {
    some.emplace_back(network, problem.collective, problem.ports, here);
  }
  const auto plan = find_algorithm("", problem).build(problem).open();
  for (std::vector<Hop> hops; plan->next(hops);) {
    all.step(hops);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      some[i].step(of_part(network, parts[i], hops));
    }
  }
  for (std::size_t i = 1; i < parts.size(); ++i) some[0].add_part(some[i].counts());
  CHECK(some[0].most() == all.most());
  CHECK(some[0].rings() == all.rings());
  CHECK(some[0].by_node(all.rings()) == all.by_node(all.rings()));
}
