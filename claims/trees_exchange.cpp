// SPDX-License-Identifier: Apache-2.0
// Dimakopoulos & Dimopoulos 1996, section 3.3: total exchange on multi-port switches.
#include <algorithm>
#include <set>
#include <utility>

#include "claims/trees.hpp"
#include "romcast/core/fat_tree.hpp"

namespace romcast::claims {
namespace {

// Equation (3) with exponential capacities.
double exponential_equation_3(const Row& row) {
  const double k = k_of(row), n = n_of(row);
  return n * (k - 1) / k + 2 * h_of(row) - 1;
}

double printed_phases(const Row& row) {
  const std::vector<unsigned> c = capacities_of(row);
  double sum = 0;
  for (unsigned i = 1; i <= c.size(); ++i) {
    sum += std::ceil((k_of(row) - 1) * power(k_of(row), 2 * i - 2.0) / c[i - 1]);
  }
  return sum;
}
// Steps of all phases: phase i takes as long as its busiest branch on levels 1 to i.
// printed_phases(), the paper's number, counts only the branch of level i.
double true_phases(const Row& row) {
  const std::vector<unsigned> c = capacities_of(row);
  double sum = 0;
  for (unsigned i = 1; i <= c.size(); ++i) {
    double longest = 0;
    for (unsigned j = 1; j <= i; ++j) {
      longest =
          std::max(longest, std::ceil((k_of(row) - 1) * power(k_of(row), i + j - 2.0) / c[j - 1]));
    }
    sum += longest;
  }
  return sum;
}

// The mean, over all leaves, of the number of the run's steps in which the leaf receives nothing.
double holes(const Row& row) {
  const PlanView plan = tree_plan(row, {"alltoall", "multi", "pipelined", "exponential"});
  const auto& tree = dynamic_cast<const FatTree&>(*plan.topology);
  std::set<std::pair<unsigned, unsigned>> received;  // leaf, cycle
  for (const Sent& hop : plan.hops) {
    if (tree.is_processor(hop.to)) received.emplace(hop.to, hop.cycle);
  }
  return row.run().cycles.value_or(0) - double(received.size()) / n_of(row);
}

std::optional<double> above_bound(const Row& row) {
  return row.run().cycles.value_or(0) - row.run().bound.value_or(0);
}

std::optional<double> holes_times_time(const Row& row) {
  return holes(row) * row.run().cycles.value_or(0);
}

// Number of messages that a leaf sends to other subtrees (external messages) if the highest i
// levels are merged into one switch with k^i subtrees.
double external(const Row& row) { return n_of(row) * (1 - 1 / power(k_of(row), row["i"])); }
// Number of periods of the run, rounded up. A period is the 2(h-i+1) - 1 cycles before the first
// external message can arrive.
double periods(const Row& row) {
  return std::ceil(row.run().cycles.value_or(0) / (2 * (h_of(row) - row["i"] + 1) - 1));
}

// Trees whose height is a power of the arity, so that log_k h is an integer.
Grid integer_logarithms(const std::string& run) {
  return points_of([=](bool full) {
    std::vector<TreeSizes> trees{{2, 2}};
    if (full || run.empty()) trees.push_back({3, 3});
    trees.push_back({2, 4});
    if (full && run.empty()) trees.insert(trees.end(), {{4, 4}, {2, 8}});
    std::vector<Point> all;
    for (const TreeSizes tree : trees) {
      Point& point = all.emplace_back(Point{.at = sizes(tree)});
      if (!run.empty()) point.runs.push_back(on_tree(tree, run));
    }
    return all;
  });
}

Grid collapsed_levels() {
  return points_of([](bool full) {
    std::vector<Point> all;
    std::vector<TreeSizes> trees = tree_sizes(full, kFullWide, kQuickWide);
    if (!full) trees.push_back({6, 2});  // the smallest tree for which equation (5) fails
    for (const TreeSizes tree : trees) {
      for (unsigned i = 1; i < tree.h; ++i) {
        Sizes at = sizes(tree);
        at.emplace_back("i", i);
        all.push_back({at, {on_tree(tree, kPipelined + kExponential)}});
      }
    }
    return all;
  });
}

std::vector<Point> solved_exponential() {
  return {solved_tree({2, 2}, "-c alltoall -p multi", 1),
          solved_tree({3, 2}, "-c alltoall -p multi", 1)};
}

// The least integer T >= n-1 with w T >= 2nh - 2n log_k h - n (equation (7)), where w = T - n + 1
// is the largest value that equation (6) allows.
std::optional<double> least_time(const Row& row) {
  const double n = n_of(row), h = h_of(row);
  const double product = 2 * n * h - 2 * n * log_h(row) - n;
  double time = n - 1;
  while (time * (time - n + 1) < product - 1e-9) ++time;
  return time;
}

}  // namespace

Claim exchange_bound(std::string id, std::string place, std::string statement) {
  return {.id = std::move(id),
          .place = std::move(place),
          .statement = std::move(statement),
          .tried =
              "the faster of two schedules, with five patterns of capacities; at k = h = 2 that of "
              "a solver, too",
          .grid = with(on_capacities({kGreedy, kPipelined}),
                       {solved_tree({2, 2}, "-c alltoall -p multi")}),
          .measured = fewest,
          .relation = Relation::at_least,
          .printed = of(equation_3),
          .printed_text = "n^2 (k-1)/(k^2 c_h) + 2h - 1",
          .sense = Sense::bound};
}

std::vector<Claim> trees_exchange() {
  return {
      exchange_bound("trees-eq3", "equation (3)",
                     "TE(n) >= n^2 (k-1)/(k^2 c_h) + 2 log_k n - 1 under the multiport model"),
      {.id = "trees-eq3-tight",
       .place = "section 3.4, note of Table 2",
       .statement = "The bound (3) is provably not tight in some cases",
       .tried = "exponential capacities, h >= 2: the bound of all levels against (3)",
       .grid = on_trees({kPipelined + kExponential}, 128),
       .measured = bound,
       .relation = Relation::more,
       .printed = of(exponential_equation_3),
       .printed_text = "a lower bound > (3)"},
      {.id = "trees-fig6-anycapacity",
       .place = "section 3.3, Figure 6",
       .statement = "The phase algorithm works for any capacity pattern, in sum of ceil((k-1) "
                    "k^(2i-2)/c_i) + h^2 steps",
       .tried = "five patterns of capacities",
       .grid = on_capacities({kPhased}),
       .printed = of([](const Row& r) { return printed_phases(r) + h_of(r) * h_of(r); }),
       .printed_text = "sum of ceil((k-1) k^(2i-2)/c_i) + h^2",
       .corrected = of([](const Row& r) { return true_phases(r) + h_of(r) * h_of(r); }),
       .corrected_text = "sum over i of max over j <= i of ceil((k-1) k^(i+j-2)/c_j), + h^2",
       .why = "A phase also uses the branches below its level; where these have few links they "
              "take longer than the branch that the formula counts."},
      {.id = "trees-fig6-noqueue",
       .place = "section 3.3, Figure 6",
       .statement = "The phase algorithm induces no queueing and no contention",
       .tried = "most messages that stay in a switch, five patterns of capacities",
       .grid = on_capacities({kPhased}),
       .measured = waiting,
       .printed = constant(0),
       .printed_text = "0 messages wait"},
      {.id = "trees-fig6-saving",
       .place = "section 3.3",
       .statement = "Pipelining the phases saves h^2 - 2h + 1 steps in total",
       .grid = on_trees({kPhased, kPipelined}, 128),
       .measured = difference,
       .printed = of([](const Row& r) { return power(h_of(r) - 1, 2); }),
       .printed_text = "h^2 - 2h + 1"},
      {.id = "trees-eq4",
       .place = "equation (4)",
       .statement = "Pipelined: sum of ceil((k-1) k^(2i-2)/c_i) + 2h - 1 steps, any capacities",
       .tried = "five patterns of capacities",
       .grid = on_capacities({kPipelined}),
       .printed = of([](const Row& r) { return printed_phases(r) + 2 * h_of(r) - 1; }),
       .printed_text = "sum of ceil((k-1) k^(2i-2)/c_i) + 2h - 1",
       .corrected = of([](const Row& r) { return true_phases(r) + 2 * h_of(r) - 1; }),
       .corrected_text = "sum over i of max over j <= i of ceil((k-1) k^(i+j-2)/c_j), + 2h - 1",
       .why = "A phase also uses the branches below its level; where these have few links they "
              "take longer than the branch that the formula counts."},
      {.id = "trees-sec3.3-factor",
       .place = "section 3.3",
       .statement = "(4) is suboptimal against (3) by a small constant factor only",
       .tried = "five patterns of capacities: cycles / (3); at most 2 taken for small",
       .grid = on_capacities({kPipelined}),
       .measured = [](const Row& r) -> std::optional<double> {
         return r.run().cycles.value_or(0) / equation_3(r);
       },
       .relation = Relation::at_most,
       .printed = constant(2),
       .printed_text = "cycles / (3) <= 2",
       .corrected = [](const Row& r) -> std::optional<double> {
         if (true_phases(r) > printed_phases(r)) return std::nullopt;
         return 2;
       },
       .corrected_text = "2 where no lower branch is the bottleneck: c_i <= k^(i-j) c_j",
       .repair = Repair::partly,
       .slack = 0.65,
       .why = "Bound (3) looks at the highest branches only; a narrow lower branch makes the run "
              "as many times longer as one likes."},
      {.id = "trees-sec3.3-misprint",
       .place = "section 3.3",
       .statement = "For exponential capacities (3) predicts TE(n) >= n - n/k + 2h - 2",
       .tried = "the value of (3), computed",
       .grid = on_trees({}),
       .measured = of(exponential_equation_3),
       .printed = of([](const Row& r) { return n_of(r) - n_of(r) / k_of(r) + 2 * h_of(r) - 2; }),
       .printed_text = "n - n/k + 2h - 2",
       .corrected = of([](const Row& r) { return n_of(r) - n_of(r) / k_of(r) + 2 * h_of(r) - 1; }),
       .corrected_text = "n - n/k + 2h - 1",
       .repair = Repair::misprint,
       .why = "Equation (3) with c_h = n/k ends in 2h - 1, not 2h - 2."},
      {.id = "trees-sec3.3-n",
       .place = "section 3.3",
       .statement = "For exponential capacities TE(n) >= n (n+1 if k = 2), as MB(n) <= TE(n)",
       .tried = "the faster of two schedules; at k = 2 and 3, h = 2 that of a solver, too",
       .grid = with(on_trees({kPipelined + kExponential, kGreedy + kExponential}, 64),
                    solved_exponential()),
       .measured = fewest,
       .relation = Relation::at_least,
       .printed = of(one_leaf),
       .printed_text = "n (k >= 3), n+1 (k = 2)",
       .sense = Sense::bound,
       .slack = 1},
      {.id = "trees-sec3.3-expT",
       .place = "section 3.3",
       .statement = "With c_i = k^(i-1) equation (4) gives n + 2h - 2",
       .grid = on_trees({kPipelined + kExponential}, 128),
       .printed = of([](const Row& r) { return n_of(r) + 2 * h_of(r) - 2; }),
       .printed_text = "n + 2h - 2"},
      {.id = "trees-sec3.3-subopt",
       .place = "section 3.3",
       .statement = "For exponential capacities the algorithm is suboptimal by 2 log_k n - 2 steps",
       .tried = "cycles less the best lower bound",
       .grid = on_trees({kPipelined + kExponential}, 128),
       .measured = above_bound,
       .printed = of([](const Row& r) { return 2 * h_of(r) - 2; }),
       .printed_text = "2h - 2",
       .corrected = of([](const Row& r) { return k_of(r) == 2 && h_of(r) >= 3 ? 1 : 0; }),
       .corrected_text = "0, and at most 1 where k = 2 and h >= 3",
       .corrected_relation = Relation::at_most,
       .why = "A better bound than n exists: counted over all levels it is n + 2h - 2, which the "
              "algorithm reaches or misses by 1."},
      {.id = "trees-sec3.3.1-within",
       .place = "section 3.3.1",
       .statement = "For exponential capacities the algorithm is within 2 log_k log_k n steps of "
                    "optimal",
       .tried = "cycles less the best lower bound",
       .grid = on_trees({kPipelined + kExponential}, 128),
       .measured = above_bound,
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return 2 * log_h(r); }),
       .printed_text = "2 log_k h",
       .slack = 1},
      {.id = "trees-eq5",
       .place = "section 3.3.1, equation (5)",
       .statement = "w T >= 2n (1 - 1/k^i)(h-i+1), w the mean number of steps in which a leaf "
                    "receives nothing",
       .tried = "exponential capacities; w and T of the run",
       .grid = collapsed_levels(),
       .measured = holes_times_time,
       .relation = Relation::at_least,
       .printed = of([](const Row& r) {
         return 2 * n_of(r) * (1 - 1 / power(k_of(r), r["i"])) * (h_of(r) - r["i"] + 1);
       }),
       .printed_text = "2n (1 - 1/k^i)(h-i+1)",
       .corrected =
           of([](const Row& r) { return external(r) * r.run().cycles.value_or(0) / periods(r); }),
       .corrected_text = "n (1 - 1/k^i) T / ceil(T/D), D = 2(h-i+1) - 1: what is sent in a step is "
                         "there D steps later, and the last period may be shorter",
       .sense = Sense::bound,
       .slack = 12,
       .why = "The proof lets every message of a step arrive D steps later and divides T by D; the "
              "last period may be shorter than D."},
      {.id = "trees-eq6",
       .place = "equation (6)",
       .statement = "T >= n - 1 + w, w the mean number of steps in which a leaf receives nothing",
       .tried = "exponential capacities; T by the hardware, w counted in the plan that ran",
       .grid = on_trees({kPipelined + kExponential}, 128),
       .relation = Relation::at_least,
       .printed = of([](const Row& r) { return n_of(r) - 1 + holes(r); }),
       .printed_text = "n - 1 + w"},
      {.id = "trees-sec3.3.1-i1",
       .place = "section 3.3.1",
       .statement = "i = 1: T cannot be less than n + h - 1 (exponential capacities)",
       .tried = "the faster of two schedules; at k = 2 and 3, h = 2 that of a solver, too",
       .grid = with(on_trees({kPipelined + kExponential, kGreedy + kExponential}, 64),
                    solved_exponential()),
       .measured = fewest,
       .relation = Relation::at_least,
       .printed = of([](const Row& r) { return n_of(r) + h_of(r) - 1; }),
       .printed_text = "n + h - 1",
       .sense = Sense::bound,
       .slack = 1},
      {.id = "trees-eq7",
       .place = "equation (7)",
       .statement = "i = log_k h + 1: w T >= 2nh - 2n log_k h - n",
       .tried = "trees whose height is a power of k; w and T of the run",
       .grid = integer_logarithms(kPipelined + kExponential),
       .measured = holes_times_time,
       .relation = Relation::at_least,
       .printed = of(
           [](const Row& r) { return 2 * n_of(r) * h_of(r) - 2 * n_of(r) * log_h(r) - n_of(r); }),
       .printed_text = "2nh - 2n log_k h - n",
       .sense = Sense::bound,
       .slack = 14},
      {.id = "trees-eq8",
       .place = "equation (8)",
       .statement = "The minimum is T = n + 2h - 2 log_k h - 2",
       .tried = "trees whose height is a power of k: the least T that satisfies (6) and (7)",
       .grid = integer_logarithms(""),
       .measured = least_time,
       .printed = of(theorem_8),
       .printed_text = "n + 2h - 2 log_k h - 2"},
      {.id = "trees-thm8",
       .place = "Theorem 8",
       .statement = "Exponential capacities: total exchange needs at least n + 2 log_k n - 2 log_k "
                    "log_k n - 2 steps",
       .tried = "the faster of two schedules; at k = 2 and 3, h = 2 that of a solver, too",
       .grid = with(on_trees({kPipelined + kExponential, kGreedy + kExponential}, 64),
                    solved_exponential()),
       .measured = fewest,
       .relation = Relation::at_least,
       .printed = of(theorem_8),
       .printed_text = "n + 2h - 2 log_k h - 2",
       .sense = Sense::bound,
       .slack = 1},
  };
}

}  // namespace romcast::claims
