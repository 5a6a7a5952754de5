// SPDX-License-Identifier: Apache-2.0
// Dimakopoulos & Dimopoulos 1996, sections 2.2 to 2.4: single-port switches.
#include <algorithm>

#include "claims/trees.hpp"
#include "romcast/core/fat_tree.hpp"

namespace romcast::claims {
namespace {

// The step in which the last message of class i arrives. Class i: the messages from leaf 0 to the
// leaves whose lowest common ancestor with leaf 0 is at level i.
double last_of_class(const Row& row, double i) {
  const PlanView plan = tree_plan(row, {"scatter", "single", "furthest-first"});
  const auto& tree = dynamic_cast<const FatTree&>(*plan.topology);
  double last = 0;
  for (const Sent& hop : plan.hops) {
    if (tree.is_processor(hop.to) && tree.turn_level(0, hop.to) == i) last = hop.cycle;
  }
  return last;
}
std::optional<double> end_of_class(const Row& row) { return last_of_class(row, row["i"]); }
std::optional<double> fall_of_class(const Row& row) {
  return last_of_class(row, row["i"]) - last_of_class(row, row["i"] - 1);
}

// Points of the classes from the third on.
Grid later_classes() {
  return [](Effort effort) {
    std::vector<Point> all = on_levels(kSingleScatter, false)(effort);
    std::erase_if(all, [](const Point& point) { return Row(point)["i"] < 3; });
    return all;
  };
}

std::optional<double> sends_of_a_child_of_the_root(const Row& row) {
  const PlanView plan = tree_plan(row, {"allgather", "single", "upward-first"});
  const auto& tree = dynamic_cast<const FatTree&>(*plan.topology);
  const NodeId child = tree.node(tree.height() - 1, 0);
  return double(std::ranges::count(plan.hops, child, &Sent::from));
}

// Number of messages from leaf 0 that the leaf's ancestor at level i sends up (way 0) or down (1).
std::optional<double> messages_of_leaf_0(const Row& row) {
  const PlanView plan = tree_plan(row, {"alltoall", "single", "upward-first"});
  const auto& tree = dynamic_cast<const FatTree&>(*plan.topology);
  const auto level = static_cast<unsigned>(row["i"]);
  const NodeId router = tree.node(level, 0);
  const bool turns = row["way"] == 1;
  return double(std::ranges::count_if(plan.hops, [&](const Sent& hop) {
    return hop.from == router && plan.origin[hop.message] == 0 &&
           (tree.level(hop.to) < level) == turns;
  }));
}

}  // namespace

std::vector<Claim> trees_single() {
  return {
      {.id = "trees-sec2.2-lb",
       .place = "section 2.2",
       .statement = "Scatter and gather need at least n-1 steps; exactly n, and n+1 for k = 2",
       .grid = on_trees({kSingleGather}),
       .printed = of(one_leaf),
       .printed_text = "n (k >= 3), n+1 (k = 2)"},
      {.id = "trees-sec2.2-reversal",
       .place = "section 2.2",
       .statement = "A gather is got from a scatter by reversing the data paths, with the same "
                    "time",
       .grid = on_trees({kSingleGather, kSingleScatter}),
       .measured = difference,
       .printed = constant(0),
       .printed_text = "gather - scatter = 0"},
      {.id = "trees-thm2",
       .place = "Theorem 2",
       .statement = "Furthest-first is an optimal scatter: n steps (k >= 3), n+1 (k = 2)",
       .grid = on_trees({kSingleScatter}),
       .printed = of(one_leaf),
       .printed_text = "n (k >= 3), n+1 (k = 2)"},
      {.id = "trees-thm2-Ti",
       .place = "Theorem 2, proof",
       .statement = "The last message of class i arrives at T_i = n - k^(i-1) + 2i - 1; the end is "
                    "T_1 or T_2",
       .tried = "the last arrival of each class in the plan that the hardware followed",
       .grid = on_levels(kSingleScatter, false),
       .measured = end_of_class,
       .printed =
           of([](const Row& r) { return n_of(r) - power(k_of(r), r["i"] - 1) + 2 * r["i"] - 1; }),
       .printed_text = "n - k^(i-1) + 2i - 1"},
      {.id = "trees-thm2-falls",
       .place = "Theorem 2, proof",
       .statement = "T_i is a decreasing function of i for i >= 2",
       .tried =
           "the last arrival of class i less that of class i - 1, i >= 3, in the plan that ran",
       .grid = later_classes(),
       .measured = fall_of_class,
       .relation = Relation::less,
       .printed = constant(0),
       .printed_text = "T_i - T_(i-1) < 0",
       .corrected = of([](const Row& r) {
         return 2 - power(k_of(r), r["i"] - 1) + power(k_of(r), r["i"] - 2);
       }),
       .corrected_text = "k^(i-2) - k^(i-1) + 2, which is 0 at k = 2, i = 3",
       .corrected_relation = Relation::equals,
       .why = "At k = 2 classes 2 and 3 end together: T_2 = T_3 = n + 1."},
      {.id = "trees-thm3",
       .place = "Theorem 3",
       .statement = "Multinode broadcast under the single-port model needs at least kn + (k+1)"
                    "(log_k n - 2) + 1 steps",
       .tried = "the fastest schedule of romcast; at k = h = 2 that of a solver, too",
       .grid = with(on_trees({kSingleAllgather}), {solved_tree({2, 2}, "-c allgather -p single")}),
       .relation = Relation::at_least,
       .printed = of(allgather_time),
       .printed_text = "kn + (k+1)(h-2) + 1",
       .sense = Sense::bound},
      {.id = "trees-thm3-load",
       .place = "Theorem 3, proof",
       .statement = "A child of the root makes k*n transmissions",
       .tried = "its hops in the plan that the hardware followed",
       .grid = on_trees({kSingleAllgather}, 128),
       .measured = sends_of_a_child_of_the_root,
       .printed = of([](const Row& r) { return k_of(r) * n_of(r); }),
       .printed_text = "k n"},
      {.id = "trees-thm4",
       .place = "Theorem 4, Figure 4(a)",
       .statement = "The multinode broadcast of Figure 4(a) is optimal: kn + (k+1)(h-2) + 1",
       .grid = on_trees({kSingleAllgather}),
       .printed = of(allgather_time),
       .printed_text = "kn + (k+1)(h-2) + 1"},
      {.id = "trees-fig4b",
       .place = "Figure 4(b)",
       .statement = "Example of Figure 4(a) on 4 leaves",
       .tried = "k = 2, h = 2",
       .grid = points({{{{"k", 2}, {"h", 2}, {"n", 4}}, {on_tree({2, 2}, kSingleAllgather)}}}),
       .printed = of(allgather_time),
       .printed_text = "9 steps, as Theorem 4 gives"},
      {.id = "trees-sec2.4-count",
       .place = "section 2.4",
       .statement = "Of the n-1 messages of a leaf n-k^(i-1) pass its router of level i: n-k^i "
                    "upward, (k-1)k^(i-1) turn there",
       .tried = "hops of leaf 0's messages out of its router of level i, up (way 0) and down (1)",
       .grid = on_levels(kSingleAlltoall, true),
       .measured = messages_of_leaf_0,
       .printed = of([](const Row& r) {
         return r["way"] == 0 ? n_of(r) - power(k_of(r), r["i"])
                              : (k_of(r) - 1) * power(k_of(r), r["i"] - 1);
       }),
       .printed_text = "n - k^i up, (k-1) k^(i-1) turning"},
      {.id = "trees-thm5",
       .place = "Theorem 5",
       .statement = "Total exchange under the single-port model needs at least n^2 (2k+1)(k-1)/k^3 "
                    "+ 2 log_k n - 3 steps",
       .tried = "the fastest schedule of romcast; at k = h = 2 that of a solver, too",
       .grid =
           with(on_trees({kSingleAlltoall}, 128), {solved_tree({2, 2}, "-c alltoall -p single")}),
       .relation = Relation::at_least,
       .printed = of(theorem_5),
       .printed_text = kTheorem5,
       .sense = Sense::bound},
      {.id = "trees-sec2.4-attain",
       .place = "section 2.4, before Figure 5",
       .statement = "The algorithm of Figure 5 achieves the lower bound of Theorem 5",
       .grid = on_trees({kSingleAlltoall}, 128),
       .printed = of(theorem_5),
       .printed_text = kTheorem5,
       .corrected = of(with_root),
       .corrected_text = kWithRoot,
       .why = "The root alone forwards n^2 (k-1)/k messages, one in a step, and that is more than "
              "the busiest child of the root sends if k >= 3."},
      {.id = "trees-thm6",
       .place = "Theorem 6, Figure 5",
       .statement = "The algorithm of Figure 5 (leaves furthest first, routers upward first) is "
                    "optimal",
       .tried = "against the better of the bounds of Theorem 5 and of the root",
       .grid = on_trees({kSingleAlltoall}, 128),
       .printed = of(with_root),
       .printed_text = "the lower bound max(Theorem 5, n^2 (k-1)/k + 2h - 1)"},
      {.id = "trees-fig5-any",
       .place = "Figure 5",
       .statement = "Routers may serve any (appropriate) child; the leaf order only has to be "
                    "furthest-first",
       .tried = "largest difference between three furthest-first orders of the leaves",
       .grid = on_trees(
           {kSingleAlltoall + " --order descending", kSingleAlltoall + " --order ascending",
            kSingleAlltoall + " --order digit-wise"},
           64),
       .measured = [](const Row& r) -> std::optional<double> {
         const double a = r.run(0).cycles.value_or(-1), b = r.run(1).cycles.value_or(-2),
                      c = r.run(2).cycles.value_or(-3);
         return std::max({a, b, c}) - std::min({a, b, c});
       },
       .printed = constant(0),
       .printed_text = "slowest order - fastest order = 0"},
  };
}

}  // namespace romcast::claims
