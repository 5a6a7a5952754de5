// SPDX-License-Identifier: Apache-2.0
// One program for all nodes of a Cayley graph: if all nodes send along the same generator, each
// node receives one message, so a schedule of one node over its links is a schedule of all nodes.
// M is the number of messages of each pair (alltoall) or node (allgather), n that of nodes.
//
//   single-port alltoall   shortest words of all elements (a word is a product of generators, its
//                          letters), one after another: always exactly M times the sum of the
//                          distances (Dimakopoulos & Dimopoulos 1996)
//   single-port allgather  spanning trees of group elements, the same for every node, one edge per
//                          cycle: always M (n - 1)
//   multi-port allgather   such trees, with up to one edge per link and cycle (packing.hpp)
//   multi-port alltoall    words that load all links about equally, then a job shop; in commutative
//                          groups letters may come in any order, and an open shop takes as many
//                          cycles as the busiest link or the longest word has letters, whichever
//                          has more (König 1916; words.hpp)
#include "schedules/any/node_invariant.hpp"

#include <algorithm>

#include "schedules/any/packing.hpp"
#include "schedules/any/words.hpp"

namespace romcast::any {
namespace {

constexpr unsigned kProgramAttempts = 24;
constexpr std::size_t kMostJobs = 200'000;  // letters of all copies of all words
constexpr std::size_t kMostMachines = 64;

// Adds the sends of a message, one for each letter of its word. Each send starts at the element
// that the message has reached by the earlier letters.
void add_word(const Cayley& cayley, NodeId destination, std::uint32_t index, const Word& word,
              const std::vector<Cycle>& times, bool any_order, Lockstep& sends) {
  std::vector<std::size_t> order(word.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (any_order) std::ranges::sort(order, {}, [&](std::size_t i) { return times[i]; });
  NodeId at = 0;
  for (const std::size_t i : order) {
    sends.push_back({.cycle = times[i],
                     .machine = word[i],
                     .at = at,
                     .destination = destination,
                     .index = index});
    at = cayley.crossed(at, word[i]);
  }
}

// Sends one letter per cycle: the words of all messages, one after another.
Lockstep in_turn(const Cayley& cayley, std::uint32_t messages) {
  const std::vector<Word> words = balanced_words(cayley, 0);
  Lockstep sends;
  Cycle clock = 0;
  for (NodeId p = 1; p < words.size(); ++p) {
    for (std::uint32_t index = 0; index < messages; ++index) {
      std::vector<Cycle> times(words[p].size());
      for (Cycle& time : times) time = ++clock;
      add_word(cayley, p, index, words[p], times, false, sends);
    }
  }
  return sends;
}

// Sends letters on all links in parallel: a shop schedule of the words of all messages. If one shop
// schedule would have more than kMostJobs letters, one with fewer copies of all words is repeated.
Lockstep in_shop(const Cayley& cayley, std::uint32_t messages, unsigned seed) {
  const std::vector<Word> words = balanced_words(cayley, seed);
  const std::size_t machines = cayley.machines().size();
  std::size_t letters = 0;
  for (const Word& word : words) letters += word.size();
  const auto together = static_cast<std::uint32_t>(
      std::clamp<std::size_t>(kMostJobs / std::max<std::size_t>(letters, 1), 1, messages));
  const bool any_order = cayley.group().commutative();
  std::minstd_rand random(seed + 1);
  const auto shop = [&](std::uint32_t copies) {
    std::vector<Word> jobs;
    for (std::uint32_t i = 0; i < copies; ++i) jobs.insert(jobs.end(), words.begin(), words.end());
    return any_order ? open_shop(jobs, machines) : job_shop(jobs, machines, random);
  };
  Lockstep sends;
  Cycle offset = 0;
  Times times = shop(together);
  for (std::uint32_t first = 0; first < messages; first += together) {
    const std::uint32_t copies = std::min(together, messages - first);
    if (copies < together) times = shop(copies);
    for (std::size_t j = 0; j < copies * words.size(); ++j) {
      std::vector<Cycle> moved = times[j];
      for (Cycle& time : moved) time += offset;
      const auto p = static_cast<NodeId>(j % words.size());
      add_word(cayley, p, first + static_cast<std::uint32_t>(j / words.size()), words[p], moved,
               any_order, sends);
    }
    offset += cycles_of(times);
  }
  return sends;
}

Lockstep attempt(const Cayley& cayley, const Task& task, unsigned seed) {
  const std::uint32_t messages = task.collective.messages();
  const bool single = task.ports.single();
  if (task.collective.kind() == CollectiveKind::allgather) {
    return pack_trees(cayley, messages, single ? 1 : cayley.machines().size(), seed);
  }
  return single ? in_turn(cayley, messages) : in_shop(cayley, messages, seed);
}

}  // namespace

std::string node_invariant_refusal(const Problem& problem) {
  const Group* group = problem.topology->group();
  if (group == nullptr) return "the network is no Cayley graph that romcast knows the group of";
  if (Cayley(*problem.topology).machines().size() > kMostMachines) {
    return "its nodes have too many links; at most 64";
  }
  const Collective& collective = problem.collective;
  const double sends = double(collective.processors()) * collective.messages();
  if (sends > double(kMostHops) / 8) return "a node would send too many messages to plan";
  return refusal(problem);
}

Lockstep node_invariant(const Task& task, Cycle bound, const Deadline& deadline) {
  const Cayley cayley(task.topology);
  const auto [number, of] = task.share;
  Lockstep best = attempt(cayley, task, number);
  for (unsigned seed = number + of; seed < kProgramAttempts * of; seed += of) {
    if (cycles_of(best) <= bound || deadline.over()) break;
    Lockstep other = attempt(cayley, task, seed);
    if (cycles_of(other) < cycles_of(best)) best = std::move(other);
  }
  return best;
}

namespace {

Plan node_invariant_plan(const Problem& problem) {
  const Deadline deadline(seconds_of(problem));
  const auto bound = static_cast<Cycle>(predict(problem).lower_bound.value_or(0));
  return {.open = open_lockstep(problem.topology, problem.collective,
                                node_invariant(task_of(problem), bound, deadline))};
}

Algorithm node_invariant_algorithm(CollectiveKind kind, std::string summary, std::string source) {
  return {.name = "node-invariant",
          .network = kAny,
          .collective = kind,
          .ports = {Ports::Kind::single, Ports::Kind::multi},
          .summary = std::move(summary),
          .source = std::move(source),
          .default_control = Control::rom,
          .options = {seconds_option()},
          .refusal = node_invariant_refusal,
          .build = node_invariant_plan,
          .predict = predict};
}

}  // namespace
}  // namespace romcast::any

namespace romcast {

Algorithm node_invariant_allgather() {
  return any::node_invariant_algorithm(
      CollectiveKind::allgather, "Cayley graphs: one tree for all nodes, by all links at once",
      "romcast");
}
Algorithm node_invariant_alltoall() {
  return any::node_invariant_algorithm(
      CollectiveKind::alltoall, "Cayley graphs: one program for all nodes, links loaded equally",
      "Dimakopoulos & Dimopoulos 1996; multi-port: romcast");
}

}  // namespace romcast
