// SPDX-License-Identifier: Apache-2.0
// Broadcast of m messages along a path of n processors: it takes m + n - 2 rounds, and every
// processor sends to at most one other processor.
#include <fmt/format.h>

#include "schedules/complete/bounds.hpp"
#include "schedules/complete/periodic.hpp"

namespace romcast {
namespace {

using namespace complete;

Plan path_plan(const Problem& problem) {
  const NodeId n = size_of(problem).n;
  std::vector<Edge> edges;
  edges.reserve(n - 1);
  for (NodeId v = 0; v + 1 < n; ++v) edges.push_back({v, v + 1, v, 0});
  return periodic_plan(problem, 1, 1, edges);
}

Theory path_theory(const Problem& problem) {
  const Size size = size_of(problem);
  Theory theory{.formula_cycles = std::uint64_t{size.m} + size.n - 2,
                .formula_source = fmt::format("{}, section 2.2: m + n - 2", kFibonacciPaper)};
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm path_broadcast() {
  Algorithm algorithm = broadcast_algorithm("path", {Ports::Kind::single});
  algorithm.summary = "one after the other; m + n - 2";
  algorithm.source = "Bruck, Cypher & Ho 1992, section 2.2";
  algorithm.build = path_plan;
  algorithm.predict = path_theory;
  return algorithm;
}

}  // namespace romcast
