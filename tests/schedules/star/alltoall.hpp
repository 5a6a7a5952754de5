// SPDX-License-Identifier: Apache-2.0
// Alltoall on star graphs, planned and judged, and distances counted by breadth-first search.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/relative_program.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/judge/judge.hpp"
#include "schedules/star/cases.hpp"

namespace romcast::test::star {

using test::factorial;

struct Run {
  unsigned symbols = 3;
  std::string algorithm{};
  Timing timing{1, 1};
  Options options{};
  std::uint32_t messages = 1;
  Ports::Kind ports = Ports::Kind::single;
};

inline Problem problem_of(const Run& run) {
  const auto star = std::make_shared<StarGraph>(run.symbols);
  return {star,
          Collective(CollectiveKind::alltoall, star->processors(), 0, run.messages),
          {run.ports},
          run.options,
          run.timing};
}

inline Plan plan_of(const Run& run) {
  const Problem problem = problem_of(run);
  return find_algorithm(run.algorithm, problem).build(problem);
}

inline Theory theory_of(const Run& run) {
  const Problem problem = problem_of(run);
  return find_algorithm(run.algorithm, problem).predict(problem);
}

inline std::size_t startups(const Run& run) {
  return plan_of(run).hints.find<RelativeProgram>()->packets.size();
}

// The judge's cycles; 0 if the plan is illegal or incomplete.
inline std::uint64_t judged(const Run& run) {
  const Problem problem = problem_of(run);
  const Plan plan = find_algorithm(run.algorithm, problem).build(problem);
  const Verdict verdict = judge(*problem.topology, problem.collective, problem.ports, plan.open,
                                std::nullopt, problem.timing);
  const bool fine = verdict.violation_count == 0 && verdict.delivered == verdict.expected;
  return fine ? verdict.cycles : 0;
}

inline std::uint64_t search_substars(unsigned n, unsigned k) {
  if (n == 2) return 1;  // S_2, k = 1: two nodes and a link
  const StarGraph star(n);
  std::vector<NodeId> reached{0};
  std::vector<bool> seen(star.nodes());
  seen[0] = true;
  std::set<std::string> suffixes{star.node_name(0).substr(k)};
  std::uint64_t sum = 0;
  for (unsigned distance = 1; !reached.empty(); ++distance) {
    std::vector<NodeId> next;
    for (const NodeId u : reached) {
      for (unsigned d = 2; d <= n; ++d) {
        const NodeId v = star.neighbour(u, d);
        if (seen[v]) continue;
        seen[v] = true;
        next.push_back(v);
        if (suffixes.insert(star.node_name(v).substr(k)).second) sum += distance;
      }
    }
    reached = std::move(next);
  }
  return sum;
}

// Hops from node 12..n to the nearest node of each k-substar, summed over all k-substars.
inline std::uint64_t hops_to_substars(unsigned n, unsigned k) {
  static std::map<std::pair<unsigned, unsigned>, std::uint64_t> known;  // the search takes long
  const auto [entry, fresh] = known.emplace(std::pair(n, k), 0);
  if (fresh) entry->second = search_substars(n, k);
  return entry->second;
}

inline std::string refusal(const Run& run) {
  try {
    plan_of(run);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

inline Run multi_port(unsigned n, const std::string& algorithm, Timing timing,
                      const Options& options = {}, std::uint32_t messages = 1) {
  return {n, algorithm, timing, options, messages, Ports::Kind::multi};
}

// The sum of all distances from a node (n! l_{n,1}), divided by its n - 1 ports and rounded up.
inline std::uint64_t bandwidth_bound(unsigned n) {
  return (hops_to_substars(n, 1) + n - 2) / (n - 1);
}

// Last cycle of a program, without the judge.
inline std::uint64_t end_of(const RelativeProgram& program, Timing timing) {
  std::uint64_t end = 0;
  for (const RelativePacket& packet : program.packets) {
    end = std::max(end, packet.start + timing.startup +
                            packet.messages.size() * std::uint64_t{timing.per_message} - 1);
  }
  return end;
}

// Most packets along one dimension.
inline std::size_t startups_of_a_port(const RelativeProgram& program) {
  std::map<unsigned, std::size_t> packets;
  std::size_t most = 0;
  for (const RelativePacket& packet : program.packets) {
    most = std::max(most, ++packets[packet.dimension]);
  }
  return most;
}

}  // namespace romcast::test::star
