// SPDX-License-Identifier: Apache-2.0
// Allgather on star graphs: the words, the paper's mesh and the trees. Expected cycles are the
// formulas of Tseng, Chang & Sheu 1998, section IV, and bounds worked out by hand; walks and the
// control of the columns are done here once more, on labels as text.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/core/relative_program.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/core/star_rules.hpp"
#include "romcast/judge/judge.hpp"
#include "schedules/algorithm.hpp"
#include "schedules/star/hamiltonian.hpp"

using namespace romcast;

namespace {

constexpr auto kSingle = Ports::Kind::single, kMulti = Ports::Kind::multi;
constexpr std::uint64_t kFactorial[] = {1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880};
constexpr Timing kTimings[] = {{0, 1}, {0, 3}, {1, 1}, {7, 2}, {100, 1}};

Problem problem_of(unsigned n, Ports::Kind ports, Timing timing = {}, std::uint32_t messages = 1) {
  const auto star = std::make_shared<StarGraph>(n);
  return {.topology = star,
          .collective = Collective(CollectiveKind::allgather, star->processors(), 0, messages),
          .ports = {ports},
          .options = {},
          .timing = timing};
}

// The judge's cycles, which must be the formula's; 0 if the judge objects to anything.
std::uint64_t cycles(std::string_view name, const Problem& problem) {
  const Algorithm& algorithm = find_algorithm(name, problem);
  const Verdict verdict = judge(*problem.topology, problem.collective, problem.ports,
                                algorithm.build(problem).open, std::nullopt, problem.timing);
  const Theory theory = algorithm.predict(problem);
  CHECK(theory.formula_cycles == verdict.cycles);
  CHECK(theory.lower_bound <= verdict.cycles);
  const bool fine = verdict.violation_count == 0 && verdict.delivered == verdict.expected;
  return fine ? verdict.cycles : 0;
}

// Checks an algorithm on S_3..S_6 against startups * t_s + blocks * M * t_m.
template <class Startups, class Blocks>
void check_formula(std::string_view name, Startups startups, Blocks blocks) {
  for (unsigned n = 3; n <= 6; ++n) {
    for (const Timing timing : kTimings) {
      for (const std::uint32_t messages : {1U, 3U}) {
        if (n == 6 && (messages > 1 || timing.startup != 7)) continue;  // takes long
        CAPTURE(n, timing.startup, timing.per_message, messages);
        CHECK(cycles(name, problem_of(n, kSingle, timing, messages)) ==
              startups(n) * timing.startup + blocks(n) * messages * timing.per_message);
      }
    }
  }
}

std::string crossed(std::string label, unsigned dimension) {
  std::swap(label[0], label[dimension - 1]);
  return label;
}

std::string first_label(unsigned n) { return std::string("123456789").substr(0, n); }

// Walks a word from 12...n: the node where it ends, or "" if it meets a node again before its last
// letter or leaves one out.
template <class Word>
std::string end_of_walk(unsigned n, const Word& word, bool closed) {
  std::set<std::string> met;
  std::string at = first_label(n);
  if (!closed) met.insert(at);
  for (const unsigned letter : word) {
    if (letter < 2 || letter > n) return "";
    at = crossed(at, letter);
    if (!met.insert(at).second) return "";
  }
  return met.size() == kFactorial[n] ? at : "";
}

std::vector<unsigned> swaps(unsigned n) {
  std::vector<unsigned> word;
  star::EhrlichSwaps generator(n);
  for (unsigned d = generator.next(); d != 0; d = generator.next()) word.push_back(d);
  return word;
}

using Moves = std::set<std::pair<std::string, std::string>>;  // (from, to)

// The columns' control as each node can do it alone: (1) who carries sends along g_n unless it is
// in the last row; (2) who received in (1), has a first and not a+1 last, sends along the position
// of a+1; (3) who received in (2) sends along g_n. Downwards with a-1. What is not sent on has come
// to its row; a node may hold such a packet and pass another on.
class Columns {
 public:
  Columns(unsigned n, int direction) : n_(n), direction_(direction) {
    std::string label = first_label(n);
    do {
      arrived_[label] = label;
    } while (std::next_permutation(label.begin(), label.end()));
  }
  /// One slot, 1..3: (receiver, message) of all packets, and how they go.
  std::map<std::string, std::string> slot(unsigned number, Moves& moves) {
    if (number == 1) {
      passing_ = std::exchange(arrived_, {});
      std::erase_if(passing_, [&](const auto& held) { return next_row(held.first.back()) == 0; });
    }
    std::map<std::string, std::string> received;
    for (const auto& [label, message] : passing_) {
      const std::string wanted(1, next_row(label.front()));
      const auto x = static_cast<unsigned>(label.find(wanted)) + 1;
      const std::string to = crossed(label, number == 2 ? x : n_);
      moves.insert({label, to});
      if (!received.insert({to, message}).second) FAIL("two messages for " << to);
    }
    passing_.clear();
    for (const auto& [to, message] : received) {
      const bool there = number == 3 || (number == 1 && to.back() == next_row(to.front()));
      if (!(there ? arrived_ : passing_).insert({to, message}).second) FAIL("two stay at " << to);
    }
    return received;
  }

 private:
  [[nodiscard]] char next_row(char row) const {
    const char next = static_cast<char>(row + direction_);
    return next >= '1' && next < static_cast<char>('1' + n_) ? next : '\0';
  }

  unsigned n_;
  int direction_;
  std::map<std::string, std::string> passing_, arrived_;  // node, message
};

}  // namespace

TEST_CASE("Ehrlich's swaps lead through all nodes of S_2 to S_9") {
  for (unsigned n = 2; n <= 9; ++n) {
    const std::string end = end_of_walk(n, swaps(n), false);
    CAPTURE(n, end);
    REQUIRE_FALSE(end.empty());
    bool closes = false;
    for (unsigned d = 2; d <= n; ++d) closes |= crossed(end, d) == first_label(n);
    CHECK(closes == (n <= 4 || n == 6));
  }
}

TEST_CASE("closed words lead through all nodes of S_2 to S_9 and back") {
  for (unsigned n = 2; n <= 9; ++n) {
    CAPTURE(n);
    CHECK(end_of_walk(n, star::closed_word(n), true) == first_label(n));
  }
}

TEST_CASE("hamiltonian-ring takes a start-up and a message for every other node") {
  const auto others = [](unsigned n) { return kFactorial[n] - 1; };
  check_formula("hamiltonian-ring", others, others);
}

TEST_CASE("hamiltonian-word takes as long as the ring") {
  const auto others = [](unsigned n) { return kFactorial[n] - 1; };
  check_formula("hamiltonian-word", others, others);
}

TEST_CASE("hamiltonian-ring: a node sends along one link and receives along one") {
  const Problem problem = problem_of(4, kSingle);
  std::map<NodeId, std::set<NodeId>> to, from;
  std::vector<Hop> hops;
  const OpenSchedule open = find_algorithm("hamiltonian-ring", problem).build(problem).open;
  for (const auto pass = open(); pass->next(hops);) {
    for (const Hop& hop : hops) {
      const Channel& link = problem.topology->channel_at(hop.link);
      to[link.from].insert(link.to);
      from[link.to].insert(link.from);
    }
  }
  for (NodeId u = 0; u < 24; ++u) CHECK((to[u].size() == 1 && from[u].size() == 1));
}

TEST_CASE("mesh-ring takes the time of the paper's section IV") {
  check_formula(
      "mesh-ring", [](unsigned n) { return kFactorial[n - 1] + 6 * n - 7; },
      [](unsigned n) { return kFactorial[n] + 5 * n - 6; });
}

TEST_CASE("mesh-ring: nodes can control the columns alone and get one message per slot") {
  for (unsigned n = 3; n <= 6; ++n) {
    const Problem problem = problem_of(n, kSingle);
    const Topology& star = *problem.topology;
    const auto pass = find_algorithm("mesh-ring", problem).build(problem).open();
    std::vector<Hop> hops;
    REQUIRE(pass->next(hops));
    std::set<std::pair<std::string, std::string>> held;  // (node, message)
    Cycle cycle = 0;
    for (const int direction : {1, -1}) {
      Columns columns(n, direction);
      for (unsigned slot = 0; slot < 3 * (n - 1); ++slot) {
        ++cycle;
        Moves moves, sent;
        const auto received = columns.slot(slot % 3 + 1, moves);
        // A message that its receiver holds need not be sent.
        std::erase_if(moves, [&](const auto& move) {
          const std::string& message = received.at(move.second);
          return message == move.second || !held.insert({move.second, message}).second;
        });
        for (; !hops.empty() && hops.front().cycle == cycle; pass->next(hops)) {
          for (const Hop& hop : hops) {
            const Channel& link = star.channel_at(hop.link);
            sent.insert({star.node_name(link.from), star.node_name(link.to)});
            CHECK(received.at(star.node_name(link.to)) == star.node_name(hop.message));
          }
        }
        CAPTURE(n, cycle);
        CHECK(sent == moves);
      }
    }
  }
}

TEST_CASE("tree uses all links of a node until all is known") {
  // ceil((n!-1) M / (n-1)), by hand for M = 1 and 3
  constexpr std::uint64_t kOne[] = {3, 8, 30, 144}, kThree[] = {8, 23, 90, 432};
  for (unsigned n = 3; n <= 6; ++n) {
    CAPTURE(n);
    CHECK(cycles("tree", problem_of(n, kMulti)) == kOne[n - 3]);
    CHECK(cycles("tree", problem_of(n, kMulti, {0, 4})) == kOne[n - 3] * 4);
    CHECK(cycles("tree", problem_of(n, kMulti, {}, 3)) == kThree[n - 3]);
  }
}

TEST_CASE("tree with start-ups sends the messages of one source as a packet") {
  for (unsigned n = 3; n <= 6; ++n) {
    const std::uint64_t steps = n * kFactorial[n - 2];
    for (const Timing timing : {Timing{1, 1}, Timing{7, 2}, Timing{100, 1}}) {
      for (const std::uint32_t messages : {1U, 3U}) {
        if (n == 6 && messages > 1 && timing.startup != 7) continue;
        CAPTURE(n, timing.startup, messages);
        CHECK(cycles("tree", problem_of(n, kMulti, timing, messages)) ==
              steps * (timing.startup + messages * timing.per_message));
      }
    }
  }
}

TEST_CASE("tree brings every source once in n times factorial n-2 steps up to S_8") {
  for (unsigned n = 3; n <= 8; ++n) {
    const Problem problem = problem_of(n, kMulti);
    const auto program =
        find_algorithm("tree", problem).build(problem).hints.find<RelativeProgram>();
    std::map<std::string, Cycle> known{{first_label(n), 0}};  // relative source, since
    bool fine = true;
    for (const RelativePacket& packet : program->packets) {
      const std::string sent = problem.topology->node_name(packet.messages.front().source);
      const auto held = known.find(sent);
      fine &= packet.messages.size() == 1 && held != known.end() && held->second < packet.start;
      // What is u*a for the sender is u*g_d*a for the receiver: 1 and d change places as symbols.
      std::string got = sent;
      for (char& symbol : got) {
        if (symbol == '1') {
          symbol = static_cast<char>('0' + packet.dimension);
        } else if (symbol == static_cast<char>('0' + packet.dimension)) {
          symbol = '1';
        }
      }
      fine &= known.insert({got, packet.start}).second;
    }
    CAPTURE(n);
    CHECK(fine);
    CHECK(known.size() == kFactorial[n]);
    CHECK(program->packets.back().start == n * kFactorial[n - 2]);
  }
}

TEST_CASE("level has places for what one dimension brings with all ports and for all with one") {
  for (unsigned n = 3; n <= 5; ++n) {
    for (const Ports::Kind ports : {kSingle, kMulti}) {
      const Problem problem = problem_of(n, ports, {}, 2);
      const Plan plan = find_algorithm("level", problem).build(problem);
      std::map<LinkId, std::uint64_t> came;
      const auto pass = plan.open();
      for (std::vector<Hop> hops; pass->next(hops);) {
        for (const Hop& hop : hops) ++came[ports == kMulti ? hop.link : 0];
      }
      std::uint64_t most = 0;
      for (const auto& [link, count] : came) most = std::max(most, count);
      CAPTURE(n, ports == kMulti);
      // One port: each of the n! nodes receives what the others have and holds its own.
      if (ports == kSingle) most = most / kFactorial[n] + 2;
      CHECK(plan.hints.find<StarRules>()->places == most);
    }
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
