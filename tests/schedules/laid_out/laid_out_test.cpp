// SPDX-License-Identifier: Apache-2.0
// Broadcasts of the fully connected network embedded in fat trees and star graphs.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <tuple>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/judge/judge.hpp"

using namespace romcast;
using Catch::Contains;

namespace {

constexpr Ports kSingle{Ports::Kind::single}, kMulti{Ports::Kind::multi};

struct Case {
  std::shared_ptr<const Topology> topology;
  Ports ports;
  std::string algorithm;
  std::uint32_t messages = 1;
  NodeId source = 0;
  Timing timing{};
};

Problem problem_of(const Case& c) {
  return {c.topology,
          Collective(CollectiveKind::broadcast, c.topology->processors(), c.source, c.messages)
              .copied(),
          c.ports,
          {},
          c.timing};
}

std::string describe(const Case& c) {
  return c.topology->network() + " of " + std::to_string(c.topology->processors()) + ", " +
         c.ports.name() + ", " + c.algorithm + ", " + std::to_string(c.messages) +
         " messages from " + std::to_string(c.source) + ", start-up " +
         std::to_string(c.timing.startup);
}

std::shared_ptr<const Topology> tree(unsigned arity, unsigned height,
                                     const std::string& capacity = "constant") {
  return std::make_shared<FatTree>(arity, height, capacity);
}
std::shared_ptr<const Topology> star(unsigned symbols) {
  return std::make_shared<StarGraph>(symbols);
}

struct Solved {
  std::vector<Hop> hops;
  Verdict verdict;
  Theory theory;
};

Solved solve(const Case& c) {
  const Problem problem = problem_of(c);
  const Algorithm& algorithm = find_algorithm(c.algorithm, problem);
  Solved solved{.theory = algorithm.predict(problem)};
  const OpenSchedule open = algorithm.build(problem).open;
  std::vector<Hop> step;
  for (const auto pass = open(); pass->next(step);) {
    solved.hops.insert(solved.hops.end(), step.begin(), step.end());
  }
  solved.verdict =
      judge(*c.topology, problem.collective, c.ports, open, std::nullopt, problem.timing);
  return solved;
}

// [processor][node]: distance in hops from processor to node, by breadth-first search.
std::vector<std::vector<unsigned>> distances(const Topology& topology) {
  std::vector<std::vector<unsigned>> result;
  for (NodeId from = 0; from < topology.processors(); ++from) {
    std::vector<unsigned> far(topology.nodes(), kNone);
    std::vector<NodeId> line{from};
    far[from] = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      for (const ChannelId c : topology.outputs(line[i])) {
        const NodeId to = topology.channels()[c].to;
        if (far[to] != kNone) continue;
        far[to] = far[line[i]] + 1;
        line.push_back(to);
      }
    }
    result.push_back(std::move(far));
  }
  return result;
}

// Each processor's sends (receiver, message), in the order in which the tested algorithm makes them
// on the fully connected network.
using Order = std::map<NodeId, std::vector<std::pair<NodeId, MessageId>>>;
struct Logical {
  Order order;
  std::map<std::pair<NodeId, MessageId>, NodeId> sender;  // by receiver and message
  Cycle rounds = 0;
};

Logical logical_of(const Case& c, std::uint32_t ports) {
  const auto n = static_cast<std::uint32_t>(c.topology->processors());
  const Problem problem{
      std::make_shared<Complete>(n), Collective(CollectiveKind::broadcast, n, c.source, c.messages),
      ports == 1 ? Ports{Ports::Kind::single} : Ports{Ports::Kind::several, ports}};
  Logical logical;
  std::vector<Hop> step;
  for (const auto pass = find_algorithm(c.algorithm, problem).build(problem).open();
       pass->next(step);) {
    for (const Hop& hop : step) {
      logical.order[hop.link].emplace_back(hop.to, hop.message);
      logical.rounds = hop.cycle;
      logical.sender[{hop.to, hop.message}] = hop.link;
    }
  }
  return logical;
}

// The path of a packet: `at` is the node that it has reached; `left` and `arrived` are the cycles
// of its first and its last hop.
struct Journey {
  NodeId from = 0, at = 0;
  unsigned hops = 0;
  Cycle left = 0, arrived = 0;
};

std::map<MessageId, Journey> journeys(const Case& c, const std::vector<Hop>& hops) {
  std::map<MessageId, Journey> all;
  for (const Hop& hop : hops) {
    if (hop.message == kStartup) continue;
    const Channel& channel = c.topology->channel_at(hop.link);
    auto [found, fresh] = all.try_emplace(hop.message);
    Journey& journey = found->second;
    if (fresh) journey = {.from = channel.from, .at = channel.from, .left = hop.cycle};
    REQUIRE(channel.from == journey.at);
    REQUIRE((fresh || hop.cycle > journey.arrived));
    journey.at = channel.to;
    journey.arrived = hop.cycle;
    ++journey.hops;
  }
  return all;
}

void check(const Case& c, std::uint32_t ports = 1) {
  INFO(describe(c));
  const Solved solved = solve(c);
  for (const Violation& v : solved.verdict.violations) FAIL_CHECK(v.cycle << ": " << v.text);
  CHECK(solved.verdict.delivered == (c.topology->processors() - 1) * c.messages);
  REQUIRE(solved.theory.lower_bound);
  CHECK(solved.verdict.cycles >= *solved.theory.lower_bound);
  REQUIRE(solved.theory.complete_rounds);

  const Logical logical = logical_of(c, ports);
  CHECK(*solved.theory.complete_rounds == logical.rounds);
  const auto far = distances(*c.topology);
  const auto packets = journeys(c, solved.hops);
  REQUIRE(packets.size() == logical.sender.size());
  std::uint64_t hops = 0;
  for (const auto& [number, journey] : packets) {
    const NodeId to = number / c.messages;
    const MessageId message = number % c.messages;
    REQUIRE(journey.at == to);
    REQUIRE(journey.from == logical.sender.at({to, message}));
    REQUIRE(journey.hops == far[journey.from][to]);
    hops += journey.hops;
    if (journey.from == c.source) continue;
    REQUIRE(packets.at(journey.from * c.messages + message).arrived < journey.left);
  }
  CHECK(solved.verdict.hops == hops);
  for (const auto& [from, order] : logical.order) {
    Cycle latest = 0;
    for (const auto& [to, message] : order) {
      const Cycle left = packets.at(to * c.messages + message).left;
      REQUIRE((ports == 1 ? left > latest : left >= latest));
      latest = left;
    }
  }
}

const std::vector<std::string> kOnePort{"circulant",   "fibonacci", "rotation", "d-ary-trees",
                                        "binary-tree", "binomial",  "path"};

}  // namespace

TEST_CASE("laid over a fat tree each send goes a shortest path in its sender's order") {
  for (const std::string& algorithm : kOnePort) {
    for (const Ports ports : {kSingle, kMulti}) {
      check({tree(2, 4), ports, algorithm, 3, 5});
      check({tree(3, 3, "exponential"), ports, algorithm, 4});
      check({tree(4, 2, "1,2"), ports, algorithm, 2, 15});
    }
  }
  for (const Ports ports : {kSingle, kMulti}) check({tree(2, 4), ports, "hypercube", 3, 5});
}

TEST_CASE("laid over a star graph each send goes a shortest path in its sender's order") {
  for (const std::string& algorithm : kOnePort) {
    for (const Timing timing : {Timing{}, Timing{5, 2}}) {
      check({star(4), kSingle, algorithm, 3, 7, timing});
      // Rotation uses all links of a multi-port node, the other algorithms one at a time.
      check({star(4), kMulti, algorithm, 3, 7, timing}, algorithm == "rotation" ? 3 : 1);
    }
  }
  for (const std::string algorithm : {"rotation", "rotation-best", "k-tree"}) {
    check({star(4), kMulti, algorithm, 7, 23}, 3);
    check({star(5), kMulti, algorithm, 2, 1}, 4);
  }
}

TEST_CASE("a path along the leaves costs what its hops cost") {
  // The path leads from source 0 to 1, 2, .. k^h - 1; a single message never waits, so there are as
  // many cycles as hops. The distance from leaf x-1 to x is twice the level of their lowest common
  // ancestor.
  for (const unsigned arity : {2U, 3U}) {
    const auto network = tree(arity, 3);
    std::uint64_t hops = 0;
    for (unsigned x = 1; x < network->processors(); ++x) {
      unsigned level = 1;
      for (unsigned rest = x; rest % arity == 0; rest /= arity) ++level;
      hops += 2 * level;
    }
    for (const Ports ports : {kSingle, kMulti}) {
      const Solved solved = solve({network, ports, "path"});
      CHECK(solved.verdict.cycles == hops);
      CHECK(solved.verdict.hops == hops);
      CHECK(solved.verdict.max_queue == 1);
      CHECK(solved.verdict.max_waiting == 0);
    }
  }
}

TEST_CASE("a packet on a star graph pays its start-up at every hop") {
  const Timing timing{7, 2};
  const Solved plain = solve({star(3), kSingle, "path"});
  const Solved timed = solve({star(3), kSingle, "path", 1, 0, timing});
  CHECK(plain.verdict.cycles == plain.verdict.hops);
  CHECK(timed.verdict.hops == plain.verdict.hops);
  CHECK(timed.verdict.cycles == 9 * plain.verdict.hops);
}

TEST_CASE("several copies of one message wait in one switch") {
  // Binomial tree of 4 processors: p0 > p1, then p0 > p2 and p1 > p3. On the multi-port fat tree p0
  // and p1 share a switch, p2 and p3 another. p0 sends to p1 in cycle 1, and the message arrives in
  // cycle 2. p0 sends to p2 in cycle 2 and p1 sends to p3 in cycle 3, so no message waits.
  const Solved solved = solve({tree(2, 2), kMulti, "binomial"});
  CHECK(solved.verdict.cycles == 6);
  CHECK(solved.verdict.hops == 2 + 4 + 4);
  CHECK(solved.verdict.max_waiting == 0);
  // A single-port switch sends one message per cycle, which is enough: s1.0 sends to p1 in cycle 2,
  // and upwards in cycles 3 and 4.
  CHECK(solve({tree(2, 2), kSingle, "binomial"}).verdict.cycles == 6);
  // The judge counts copies, not messages: a switch has several copies of the only message.
  CHECK(solve({tree(4, 2), kSingle, "binomial"}).verdict.max_queue > 1);
}

TEST_CASE("laid out algorithms never become the default") {
  for (const auto& network : {tree(2, 3), star(4)}) {
    for (const Ports ports : {kSingle, kMulti}) {
      for (const std::string name : {"", "paper"}) {
        if (name == "paper" && network->network() == "star") continue;
        const Problem problem{
            network, Collective(CollectiveKind::broadcast, network->processors(), 0, 1), ports};
        CHECK_FALSE(find_algorithm(name, problem).copies);
      }
    }
  }
}

TEST_CASE("what cannot be laid out says why") {
  const auto refusal = [](const Case& c) {
    try {
      const Problem problem = problem_of(c);
      return "built " +
             std::to_string(find_algorithm(c.algorithm, problem).build(problem).open != nullptr);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  CHECK_THAT(refusal({tree(3, 2), kSingle, "hypercube"}), Contains("no power of 2"));
  CHECK_THAT(refusal({tree(2, 2), kMulti, "k-tree"}),
             Contains("not made for broadcast on `network` fat-tree") && Contains("rotation"));
  CHECK_THAT(refusal({star(4), kSingle, "k-tree"}), Contains("not made for broadcast"));
  CHECK_THAT(refusal({tree(2, 10), kSingle, "binomial", 50'000}), Contains("`messages` 50000"));
}
