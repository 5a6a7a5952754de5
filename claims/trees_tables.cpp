// SPDX-License-Identifier: Apache-2.0
// Dimakopoulos & Dimopoulos 1996, Tables 1 and 2, their discussion, and section 4.
#include <fmt/format.h>

#include <algorithm>

#include "claims/trees.hpp"

namespace romcast::claims {
namespace {

// Pairs of trees with n leaves: the first of arity k, the second of the next larger arity possible.
Grid same_leaves(const std::string& run) {
  return points_of([=](bool full) {
    std::vector<std::pair<TreeSizes, TreeSizes>> pairs{{{2, 4}, {4, 2}}};
    if (full) {
      pairs.insert(pairs.end(), {{{2, 6}, {4, 3}},
                                 {{4, 3}, {8, 2}},
                                 {{3, 4}, {9, 2}},
                                 {{2, 8}, {4, 4}},
                                 {{4, 4}, {16, 2}}});
    } else if (run.find("alltoall") == std::string::npos) {
      pairs.insert(pairs.end(), {{{2, 6}, {4, 3}}, {{4, 3}, {8, 2}}});
    }
    std::vector<Point> all;
    for (const auto& [small, large] : pairs) {
      all.push_back({{{"n", small.n()}, {"k", small.k}, {"next k", large.k}},
                     {on_tree(large, run), on_tree(small, run)}});
    }
    return all;
  });
}

// Trees, each given by the numbers of children k_1, k_2, ... of its levels.
const std::vector<std::vector<unsigned>>& mixed_trees() {
  static const std::vector<std::vector<unsigned>> trees{{2, 3}, {3, 2}, {2, 4}, {4, 2}, {2, 2, 3}};
  return trees;
}

Grid mixed_arities() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (std::size_t i = 0; i < (full ? mixed_trees().size() : 2); ++i) {
      unsigned problem = 0;
      const std::string tree =
          fmt::format("-n tree --children {} ", fmt::join(mixed_trees()[i], ","));
      for (const auto& [run, rule] : {std::pair{"-c broadcast -p single", "largest-first"},
                                      {"-c scatter -p multi", "furthest-first"},
                                      {"-c allgather -p multi", "flooding"}}) {
        all.push_back({{{"tree", i}, {"problem", problem++}},
                       {tree + run + " -a exact --seconds 60", tree + run + " -a " + rule}});
      }
      all.push_back({{{"tree", i}, {"problem", problem}}, {tree + kPipelined}});
    }
    return all;
  });
}

// Number of steps if a switch of level i has k_i children, by generalised formulas of the paper.
// `problem` 0 (broadcast): Theorem 1; 1 (scatter) and 2 (allgather): the bound, n steps, or n+1 if
// k_1 = 2; 3 (alltoall): equation (4).
double generalised(const Row& row) {
  const std::vector<unsigned>& k = mixed_trees().at(std::size_t(row["tree"]));
  double sum = 0, leaves = 1, phases = 0;
  for (const unsigned each : k) {
    sum += each;
    phases += (each - 1) * leaves * leaves;
    leaves *= each;
  }
  if (row["problem"] == 3) return phases + 2 * double(k.size()) - 1;
  return row["problem"] == 0 ? sum + double(k.size()) - 1 : leaves + (k.front() == 2 ? 1 : 0);
}

}  // namespace

std::vector<Claim> trees_table_1() {
  return {
      {.id = "trees-table1-broadcast",
       .place = "Table 1, row 1",
       .statement = "Broadcasting takes (k+1) log_k n - 1",
       .grid = on_trees({kSingleBroadcast}),
       .printed = of(broadcast_time),
       .printed_text = "(k+1) h - 1"},
      {.id = "trees-table1-scatter",
       .place = "Table 1, row 2",
       .statement = "Scattering and gathering take n (k >= 3), n+1 (k = 2)",
       .tried = "the slower of the two",
       .grid = on_trees({kSingleScatter, kSingleGather}),
       .measured = [](const Row& r) -> std::optional<double> {
         return std::max(r.run(0).cycles.value_or(0), r.run(1).cycles.value_or(0));
       },
       .printed = of(one_leaf),
       .printed_text = "n (k >= 3), n+1 (k = 2)"},
      {.id = "trees-table1-mnb",
       .place = "Table 1, row 3",
       .statement = "Multinode broadcasting takes kn + (k+1)(log_k n - 2) + 1",
       .grid = on_trees({kSingleAllgather}),
       .printed = of(allgather_time),
       .printed_text = "kn + (k+1)(h-2) + 1"},
      {.id = "trees-table1-te",
       .place = "Table 1, row 4",
       .statement = "Total exchange takes n^2 (2k+1)(k-1)/k^3 + 2 log_k n - 3",
       .grid = on_trees({kSingleAlltoall}, 128),
       .printed = of(theorem_5),
       .printed_text = kTheorem5,
       .corrected = of(with_root),
       .corrected_text = kWithRoot,
       .why = "The root alone forwards n^2 (k-1)/k messages, one in a step, and that is more than "
              "the busiest child of the root sends if k >= 3."},
      {.id = "trees-sec2.5-broadcast",
       .place = "section 2.5",
       .statement = "For fixed n the broadcast time falls for 2 <= k <= 4 and rises for k >= 4",
       .tried = "trees of n leaves: the change from k to the next k, turned round from k = 4 on",
       .grid = same_leaves(kSingleBroadcast),
       .measured = [](const Row& r) -> std::optional<double> {
         const bool rises = r["k"] >= 4 || r["next k"] > 4 + 4;
         return (rises ? 1 : -1) * difference(r).value_or(0);
       },
       .relation = Relation::more,
       .printed = constant(0),
       .printed_text = "change > 0, turned round for k < 4"},
      {.id = "trees-sec2.5-mnb",
       .place = "section 2.5",
       .statement = "MB(n) is an increasing function of k: binary trees are best for multinode "
                    "broadcast",
       .tried = "trees of n leaves: the change from k to the next k",
       .grid = same_leaves(kSingleAllgather),
       .measured = difference,
       .relation = Relation::more,
       .printed = constant(0),
       .printed_text = "change > 0"},
      {.id = "trees-sec2.5-te",
       .place = "section 2.5",
       .statement = "For total exchange larger k are needed: the time falls with k",
       .tried = "trees of n leaves: the change from k to the next k",
       .grid = same_leaves(kSingleAlltoall),
       .measured = difference,
       .relation = Relation::less,
       .printed = constant(0),
       .printed_text = "change < 0",
       .corrected = [](const Row& r) -> std::optional<double> {
         const auto time = [&](double k) {
           return exchange_time(k, std::round(log_of(k, r["n"])));
         };
         return time(r["next k"]) - time(r["k"]);
       },
       .corrected_text = "change of max(Theorem 5, n^2 (k-1)/k + 2h - 1), which is > 0",
       .corrected_relation = Relation::equals,
       .why = "The formula of Theorem 5 falls with k, but from k = 3 on the root is the "
              "bottleneck, and its n^2 (k-1)/k transmissions grow with k."},
      {.id = "trees-sec2.5-sqrt",
       .place = "section 2.5",
       .statement = "With k = sqrt n total exchange takes Theta(n sqrt n) steps",
       .tried = "h = 2; Theorem 5 gives less than 2 n sqrt n there",
       .grid = points_of([](bool full) {
         std::vector<Point> all;
         for (unsigned k = 2; k <= (full ? 12U : 5U); ++k) {
           all.push_back({sizes({k, 2}), {on_tree({k, 2}, kSingleAlltoall)}});
         }
         return all;
       }),
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return 2 * power(n_of(r), 1.5); }),
       .printed_text = "at most 2 n sqrt n",
       .corrected = of(with_root),
       .corrected_text = "n^2 (k-1)/k + 2h - 1, which is Theta(n^2)",
       .corrected_relation = Relation::equals,
       .why = "With k = sqrt n the root forwards n^2 - n sqrt n messages, one in a step."},
  };
}

std::vector<Claim> trees_table_2() {
  return {
      {.id = "trees-table2-broadcast",
       .place = "Table 2, row 1",
       .statement = "Multiport broadcasting takes 2 log_k n - 1",
       .grid = on_trees({kMultiBroadcast}),
       .printed = of([](const Row& r) { return 2 * h_of(r) - 1; }),
       .printed_text = "2h - 1",
       .corrected = of([](const Row& r) { return 2 * h_of(r); }),
       .corrected_text = "2h, the distance of the furthest leaf",
       .repair = Repair::misprint,
       .why = "The furthest leaf is 2h links away, as section 3.1 says."},
      {.id = "trees-table2-scatter",
       .place = "Table 2, row 2",
       .statement = "Multiport scattering and gathering take n / n+1",
       .grid = on_trees({kMultiScatter}),
       .printed = of(one_leaf),
       .printed_text = "n (k >= 3), n+1 (k = 2)"},
      {.id = "trees-table2-mnb",
       .place = "Table 2, row 3",
       .statement = "Multiport multinode broadcasting takes n / n+1",
       .grid = on_trees({kFlooding}),
       .printed = of(one_leaf),
       .printed_text = "n (k >= 3), n+1 (k = 2)"},
      exchange_bound("trees-table2-te", "Table 2, row 4",
                     "Multiport total exchange takes at least n^2 (k-1)/(k^2 c_h) + 2 log_k n - 1"),
      {.id = "trees-sec3.4-range",
       .place = "section 3.4",
       .statement = "Exponential capacities: n + 2h - 2 log_k h - 2 <= TE(n) <= n + 2h - 2",
       .tried = "the fastest schedule; where it keeps Theorem 8's bound, against the upper limit",
       .grid = on_trees({kPipelined + kExponential, kGreedy + kExponential}, 64),
       .measured = [](const Row& r) -> std::optional<double> {
         const auto least = fewest(r);
         return least && *least < theorem_8(r) - 1e-9 ? std::optional(1e9) : least;
       },
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return n_of(r) + 2 * h_of(r) - 2; }),
       .printed_text = "n + 2h - 2, and not below Theorem 8",
       .sense = Sense::bound},
      {.id = "trees-sec4-ki",
       .place = "section 4",
       .statement = "The results generalise to trees whose level-i nodes have k_i children",
       .tried = "Theorem 1 (problem 0) and the multi-port scatter and multinode broadcast (1, 2), "
                "written with k_i for k, by the paper's rules and fewest cycles by a solver; and "
                "equation (4) by its algorithm (3)",
       .grid = mixed_arities(),
       .measured = if_equal,
       .printed = of(generalised),
       .printed_text = "k_1 + .. + k_h + h - 1; n (k_1 >= 3), n+1 (k_1 = 2); sum of (k_i - 1) "
                       "(k_1 .. k_(i-1))^2, + 2h - 1"},
      {.id = "trees-sec4-open",
       .place = "section 4 (question)",
       .statement = "What is the least time of multinode broadcast without queueing?",
       .tried = "turn-nearest-first; its cycles if nothing ever waits in a switch, against the "
                "lower bound: the question is answered where they are equal",
       .grid = on_trees({kNearestFirst}, 128),
       .measured = [](const Row& r) { return unless_it_waits(r, 1e9); },
       .printed = of(one_leaf),
       .printed_text = "the bound itself: n (k >= 3), n+1 (k = 2)"},
  };
}

}  // namespace romcast::claims
