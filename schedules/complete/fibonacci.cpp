// SPDX-License-Identifier: Apache-2.0
// Broadcast along d trees whose labels give every processor at most one send and one reception per
// round (Bruck, Cypher & Ho 1992). Tree j carries the messages j, j+d, j+2d, ...; an edge with
// label l is used in the rounds l, l+d, l+2d, ...
//
// The paper leaves open which leaf sends to which processors. With our choice a broadcast of m
// messages to n processors takes, for every n >= d^2+d+1, d >= 3 and m,
//   m + f + d rounds, or one less if ends_early(), where f = f_d((n'-1)/d) (fibonacci_order()),
// and n' = n - beta*d - alpha (FibonacciSplit) does not count the beta*d inserted and the alpha
// chained processors, which cost no rounds.
// Lemma 4.6 prints one round less for n' = n. But labels start with 0, and the largest is
// f + 2d - 1 in the last tree, so the paper's count is one short (n = 22, d = 3, m = 1: 8, not 7),
// unless only the virtual node, which is no processor, has that label. This is so if a single leaf
// of the tree T_0 (Shape) has the largest label of T_0, f, and d divides f (n = 13, 49, 265 for
// d = 3). Lemmas 4.7 (n mod d = 1) and 4.8 (any n) hold. The three lemmas are for odd d.
#include <fmt/format.h>

#include "romcast/core/topologies.hpp"
#include "schedules/complete/bounds.hpp"
#include "schedules/complete/fibonacci_trees.hpp"

namespace romcast {
namespace {

using namespace complete;

constexpr std::uint32_t kMostDegree = 1000;

std::uint64_t fibonacci_rounds(std::uint32_t n, std::uint32_t m, std::uint32_t d) {
  const FibonacciSplit split(n, d);
  if (n > 3 * d) {
    return std::uint64_t{m} + fibonacci_order(d, split.group) + d - (split.ends_early() ? 1 : 0);
  }
  return PeriodicSends(d, d, m, fibonacci_edges(n, d)).rounds();
}

// The degree with the fewest rounds; from 13 processors on, degree 3 is never worse than another
// (up to 2^29 processors).
std::uint32_t best_degree(std::uint32_t n, std::uint32_t m) {
  std::uint32_t best = 3;
  for (std::uint32_t d = 4; n <= 12 && d <= 11; ++d) {
    if (!fibonacci_covers(n, d)) continue;
    if (!fibonacci_covers(n, best) || fibonacci_rounds(n, m, d) < fibonacci_rounds(n, m, best))
      best = d;
  }
  return best;
}

}  // namespace

std::uint32_t complete::fibonacci_degree(const Problem& problem) {
  const auto given = problem.options.find("degree");
  if (given == problem.options.end() || given->second == "best") {
    const Size size = size_of(problem);
    return best_degree(size.n, size.m);
  }
  return parse_number("degree", given->second, 3, kMostDegree);
}

namespace {

std::string fibonacci_refusal(const Problem& problem) {
  const std::uint32_t n = size_of(problem).n, d = fibonacci_degree(problem);
  if (fibonacci_covers(n, d)) return "";
  if (n < 4) return fmt::format("{} processors are too few for 3 trees; use circulant", n);
  return fmt::format(
      "trees of degree {} cover {}..{} and {} or more processors, not {}; the nearest is `degree` "
      "{}, or use circulant",
      d, d + 1, 3 * d, std::uint64_t{d} * d + d + 1, n, best_degree(n, size_of(problem).m));
}

Plan fibonacci_plan(const Problem& problem) {
  const std::uint32_t d = fibonacci_degree(problem);
  return periodic_plan(problem, d, d, fibonacci_edges(size_of(problem).n, d));
}

bool of_lemma_4_6(std::uint32_t n, std::uint32_t d) { return d % 2 == 1 && n % (d * d) == d + 1; }

// For odd d, adds errata of the paper and, if it differs from theory.formula_cycles, the number of
// rounds that the paper prints for n: that of Lemma 4.6, or an upper bound, of Lemma 4.7 or 4.8.
void add_printed(const Size& size, std::uint32_t d, Theory& theory) {
  if (d % 2 == 0) return;
  const std::uint64_t base = std::uint64_t{size.m} + fibonacci_order(d, (size.n - 1 + d - 1) / d);
  if (FibonacciSplit(size.n, d).beta == d - 1) {
    theory.erratum = "section 4.3 prints beta < d-1; it is d-1 here, as in Figure 5";
  }
  const bool exact = of_lemma_4_6(size.n, d);
  const std::uint64_t printed = base + (exact ? d - 1 : size.n % d == 1 ? d : 2 * d - 2);
  if (printed == theory.formula_cycles) return;
  theory.paper_cycles = printed;
  if (exact) theory.erratum = "Lemma 4.6 counts one round too few here: m + f_d((n-1)/d) + d";
}

Theory fibonacci_theory(const Problem& problem) {
  const Size size = size_of(problem);
  const std::uint32_t d = fibonacci_degree(problem);
  const FibonacciSplit split(size.n, d);
  Theory theory{
      .formula_cycles = fibonacci_rounds(size.n, size.m, d),
      .formula_source = size.n > 3 * d
                            ? fmt::format("{}, section 4{}: m + f_{}({}) + {}", kFibonacciPaper,
                                          split.ends_early()        ? ""
                                          : of_lemma_4_6(size.n, d) ? ", corrected"
                                                                    : ", counted",
                                          d, split.group, split.ends_early() ? d - 1 : d)
                            : fmt::format("the largest label of the {} trees", d)};
  if (size.n > 3 * d) add_printed(size, d, theory);
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm fibonacci_broadcast() {
  Algorithm algorithm = broadcast_algorithm("fibonacci", {Ports::Kind::single});
  algorithm.aliases = {"bch"};
  algorithm.summary = "d generalized Fibonacci trees in turn; m + log n + O(log log n)";
  algorithm.source = "Bruck, Cypher & Ho 1992, section 4";
  algorithm.paper = true;
  algorithm.options = {{"degree", {"best"}, "trees and children of a node, 3..1000", true}};
  algorithm.refusal = fibonacci_refusal;
  algorithm.build = fibonacci_plan;
  algorithm.predict = fibonacci_theory;
  return algorithm;
}

}  // namespace romcast
