// SPDX-License-Identifier: Apache-2.0
// Broadcast of m messages to n processors along a binomial tree, message after message:
// m ceil(log2 n) rounds. In round t of a message every processor v < 2^t, which has the message,
// sends it to v + 2^t if v + 2^t < n. The algorithm is optimal for m = 1.
#include <fmt/format.h>

#include "schedules/complete/bounds.hpp"
#include "schedules/complete/periodic.hpp"

namespace romcast {
namespace {

using namespace complete;

Plan binomial_plan(const Problem& problem) {
  const NodeId n = size_of(problem).n;
  const unsigned rounds = ceil_log(2, n);
  std::vector<Edge> edges;
  edges.reserve(n - 1);
  for (unsigned t = 0; t < rounds; ++t) {
    const NodeId step = NodeId{1} << t;
    for (NodeId v = 0; v < step && v + step < n; ++v) edges.push_back({v, v + step, t, 0});
  }
  return periodic_plan(problem, rounds, 1, edges);
}

Theory binomial_theory(const Problem& problem) {
  const Size size = size_of(problem);
  Theory theory{.formula_cycles = std::uint64_t{size.m} * ceil_log(2, size.n),
                .formula_source = fmt::format("{}, section 2.2: m ceil(log n)", kFibonacciPaper)};
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm binomial_broadcast() {
  Algorithm algorithm = broadcast_algorithm("binomial", {Ports::Kind::single});
  algorithm.summary = "one binomial tree, a message at a time; m ceil(log n)";
  algorithm.source = "Sullivan & Bashkow 1977; Bruck, Cypher & Ho 1992, section 2.2";
  algorithm.build = binomial_plan;
  algorithm.predict = binomial_theory;
  return algorithm;
}

}  // namespace romcast
