// SPDX-License-Identifier: Apache-2.0
// Allgather as P broadcasts, which KSSS, section 4.1, mention in order to improve on them: each
// processor's item goes down the optimal tree, whose nodes are counted from the item's source. The
// broadcasts begin at equal intervals, the shortest at which no processor does two things at a
// time; with more than 128 processors each begins max(g,o) after the end of the previous one.
#include <fmt/format.h>

#include "schedules/logp/tree.hpp"

namespace romcast {
namespace {

using namespace logp;

constexpr std::uint64_t kMostTogether = 128;  // with more processors broadcasts do not overlap

struct BroadcastSend {
  std::uint64_t time = 0;
  NodeId from = 0, to = 0;
};

std::vector<BroadcastSend> sends_of_tree(const Tree& tree) {
  std::vector<BroadcastSend> sends;
  for (const Tree::Wave& wave : tree.waves()) {
    tree.visit(wave, [&](std::uint32_t from, std::uint32_t to) {
      sends.push_back({wave.time, from, to});
    });
  }
  return sends;
}

bool apart(std::vector<std::uint64_t> starts, std::uint64_t least) {
  std::ranges::sort(starts);
  for (std::size_t i = 1; i < starts.size(); ++i) {
    if (starts[i] - starts[i - 1] < least) return false;
  }
  return true;
}

// True if no processor does two things at a time when broadcast s begins at time s * distance.
bool fits(const Machine& machine, const std::vector<BroadcastSend>& tree, std::uint64_t distance) {
  const auto n = static_cast<NodeId>(machine.processors);
  for (NodeId p = 0; p < n; ++p) {
    std::vector<std::uint64_t> sends, receptions;
    for (const BroadcastSend& send : tree) {
      // p is node `from` in the broadcast of the processor p - from.
      sends.push_back((p + n - send.from) % n * distance + send.time);
      receptions.push_back((p + n - send.to) % n * distance + send.time + machine.overhead() +
                           machine.latency());
    }
    if (!apart(sends, machine.spacing()) || !apart(receptions, machine.spacing())) return false;
    if (machine.overhead() == 0) continue;
    sends.insert(sends.end(), receptions.begin(), receptions.end());
    if (!apart(std::move(sends), machine.overhead())) return false;
  }
  return true;
}

std::uint64_t distance_of(const Machine& machine, const Tree& tree) {
  const std::uint64_t one_by_one = tree.time() + machine.spacing();  // max(g,o) after an end
  if (machine.processors > kMostTogether) return one_by_one;
  const std::vector<BroadcastSend> sends = sends_of_tree(tree);
  std::uint64_t distance = machine.spacing();
  while (distance < one_by_one && !fits(machine, sends, distance)) ++distance;
  return std::min(distance, one_by_one);
}

std::uint64_t cycles_of_broadcasts(const Machine& machine) {
  const Tree tree(machine);
  return tree.time() + (machine.processors - 1) * distance_of(machine, tree);
}

std::string broadcasts_refusal(const Problem& problem) {
  if (problem.collective.messages() == 1 && problem.collective.processors() <= 4096) return "";
  return "it is for one item of each of up to 4096 processors; use `algorithm` cyclic";
}

Plan broadcasts_plan(const Problem& problem) {
  const Machine machine = machine_of(problem);
  check_cycles(cycles_of_broadcasts(machine), problem);
  const Tree tree(machine);
  const std::uint64_t distance = distance_of(machine, tree);
  const auto n = static_cast<NodeId>(machine.processors);
  std::vector<Hop> hops;
  for (const BroadcastSend& send : sends_of_tree(tree)) {
    for (NodeId source = 0; source < n; ++source) {
      hops.push_back({static_cast<Cycle>(source * distance + send.time + 1),
                      (source + send.from) % n, source, (source + send.to) % n});
    }
  }
  return {.open = stored_schedule(std::move(hops))};
}

Theory broadcasts_theory(const Problem& problem) {
  const Machine machine = machine_of(problem);
  Theory theory;
  add_exchange_bound(problem, theory);
  theory.formula_cycles = cycles_of_broadcasts(machine);
  theory.formula_source = fmt::format("{}, section 4.1: P broadcasts, one every {} cycles", kPaper,
                                      distance_of(machine, Tree(machine)));
  return theory;
}

}  // namespace

Algorithm broadcasts_allgather() {
  Algorithm algorithm = logp_algorithm("broadcasts", CollectiveKind::allgather);
  algorithm.summary = "P broadcasts down optimal trees, as close as they can begin; for comparison";
  algorithm.source = "Karp, Sahay, Santos & Schauser 1993, section 4.1";
  algorithm.refusal = broadcasts_refusal;
  algorithm.build = broadcasts_plan;
  algorithm.predict = broadcasts_theory;
  return algorithm;
}

}  // namespace romcast
