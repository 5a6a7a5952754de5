// SPDX-License-Identifier: Apache-2.0
// Dimakopoulos & Dimopoulos 1996, sections 1 and 2: trees, and single-port switches.
#include <algorithm>

#include "claims/tree_grids.hpp"
#include "claims/trees.hpp"
#include "romcast/core/fat_tree.hpp"

namespace romcast::claims {
namespace {

const std::string kBroadcast = "-c broadcast -p single -a leaf-broadcast";
const std::string kScatter = "-c scatter -p single -a furthest-first";
const std::string kGather = "-c gather -p single -a reversed-scatter";
const std::string kAllgather = "-c allgather -p single -a upward-first";
const std::string kAlltoall = "-c alltoall -p single -a upward-first";

double broadcast_time(const Row& row) { return (k_of(row) + 1) * h_of(row) - 1; }
double allgather_time(const Row& row) {
  return k_of(row) * n_of(row) + (k_of(row) + 1) * (h_of(row) - 2) + 1;
}
double theorem_5(const Row& row) {
  const double k = k_of(row), n = n_of(row);
  return n * n * (2 * k + 1) * (k - 1) / (k * k * k) + 2 * h_of(row) - 3;
}
// The root sends n^2 (k-1)/k messages, the first in step h+1, the last needs h-1 steps more.
double with_root(const Row& row) {
  const double k = k_of(row), n = n_of(row);
  return std::max(theorem_5(row), n * n * (k - 1) / k + 2 * h_of(row) - 1);
}
const char* const kTheorem5 = "n^2 (2k+1)(k-1)/k^3 + 2h - 3";
const char* const kWithRoot = "max(that, n^2 (k-1)/k + 2h - 1), the root's own transmissions";

PlanView tree_plan(const Row& row, const char* collective, const char* algorithm) {
  return view_plan({.network = "fat-tree",
                    .collective = collective,
                    .algorithm = algorithm,
                    .options = {{"arity", std::to_string(int(k_of(row)))},
                                {"height", std::to_string(int(h_of(row)))}}});
}

// The latest arrival among the messages of a class; its step as the plan has it.
std::optional<double> last_of_class(const Row& row) {
  const PlanView plan = tree_plan(row, "scatter", "furthest-first");
  const auto& tree = dynamic_cast<const FatTree&>(*plan.topology);
  double last = 0;
  for (const Sent& hop : plan.hops) {
    if (tree.is_processor(hop.to) && tree.turn_level(0, hop.to) == row["i"]) last = hop.cycle;
  }
  return last;
}

std::optional<double> sends_of_a_child_of_the_root(const Row& row) {
  const PlanView plan = tree_plan(row, "allgather", "upward-first");
  const auto& tree = dynamic_cast<const FatTree&>(*plan.topology);
  const NodeId child = tree.node(tree.height() - 1, 0);
  return double(std::ranges::count(plan.hops, child, &Sent::from));
}

// Messages of leaf 0 that its router of level i sends up (way 0) or that turn there (way 1).
std::optional<double> messages_of_leaf_0(const Row& row) {
  const PlanView plan = tree_plan(row, "alltoall", "upward-first");
  const auto& tree = dynamic_cast<const FatTree&>(*plan.topology);
  const auto level = static_cast<unsigned>(row["i"]);
  const NodeId router = tree.node(level, 0);
  const bool turns = row["way"] == 1;
  return double(std::ranges::count_if(plan.hops, [&](const Sent& hop) {
    return hop.from == router && plan.origin[hop.message] == 0 &&
           (tree.level(hop.to) < level) == turns;
  }));
}

Grid levels_of_trees(const std::string& run, bool two_ways) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (const TreeSizes tree : tree_sizes(full, 64)) {
      for (unsigned i = 1; i <= tree.h; ++i) {
        for (unsigned way = 0; way <= unsigned(two_ways); ++way) {
          Sizes at = sizes(tree);
          at.emplace_back("i", i);
          if (two_ways) at.emplace_back("way", way);
          Point& point = all.emplace_back(Point{.at = at});
          if (!run.empty()) point.runs.push_back(on_tree(tree, run));
        }
      }
    }
    return all;
  });
}

// Trees of equally many leaves, of k and of the next larger arity.
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

// Broadcast from leaf 0 with the parent served at each place in turn: the best of all.
std::optional<double> best_place_of_parent(const Row& row) {
  const double k = k_of(row), h = h_of(row);
  const auto down = [&](double level) { return k * level; };
  double best = 0;
  for (double place = 1; place <= k; ++place) {
    double time = down(h - 1) + k - 1;  // of the root
    for (double i = h - 1; i >= 1; --i) {
      const double last_child = place == k ? k - 1 : k;
      time = std::max(time + place, down(i - 1) + last_child);
    }
    if (place == 1 || time + 1 < best) best = time + 1;
  }
  return best;
}

// Equation (1) against every order of the children, on a path whose inner node s is the source: its
// subtrees are paths of s and N-1-s nodes.
Grid paths() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (unsigned n = 3; n <= (full ? 8U : 5U); ++n) {
      for (unsigned s = 0; s < n; ++s) {
        all.push_back(
            {{{"N", n}, {"s", s}},
             {"--network mesh --dims " + std::to_string(n) +
              " -c broadcast -p single -a exact --seconds 10 --source " + std::to_string(s)}});
      }
    }
    return all;
  });
}
double equation_1(const Row& row) {
  const double one = row["s"], other = row["N"] - 1 - one;
  const double more = std::max(one, other), less = std::min(one, other);
  return std::max(more, less > 0 ? less + 1 : 0);  // a path of x nodes: b = x - 1
}

std::optional<double> top_levels(const Row& row) { return double(row.run().levels.size()) + 1; }

std::optional<double> links_of_level(const Row& row) {
  const FatTree tree(unsigned(k_of(row)), unsigned(h_of(row)), "exponential");
  double links = 0;
  for (const Channel& channel : tree.channels()) {
    if (channel.up && tree.level(channel.to) == row["i"]) links += channel.capacity;
  }
  return links;
}

}  // namespace

std::vector<Claim> trees_single() {
  return {
      {.id = "trees-sec1.1-levels",
       .place = "section 1.1",
       .statement = "A complete k-ary tree with n leaves has log_k n + 1 levels of nodes",
       .tried = "levels of switches that report queues, and the leaves",
       .grid = on_trees({"-c allgather -p multi -a flooding"}, 128),
       .measured = top_levels,
       .printed = of([](const Row& r) { return std::round(log_of(k_of(r), n_of(r))) + 1; }),
       .printed_text = "log_k n + 1"},
      {.id = "trees-sec1.1-explinks",
       .place = "section 1.1",
       .statement = "With c_i = k^(i-1) every level of branches has n links in total",
       .tried = "links of each level, counted in the network",
       .grid = levels_of_trees("", false),
       .measured = links_of_level,
       .printed = of(n_of),
       .printed_text = "n"},
      {.id = "trees-sec1.1-halfduplex",
       .place = "section 1.1",
       .statement = "Half-duplex links slow some of the algorithms down by a factor of at most two",
       .untestable = "the switches have full-duplex links only, and the paper names no algorithm"},
      {.id = "trees-sec2-capacity",
       .place = "section 2",
       .statement = "Under the single-port model branch capacities have no effect at all",
       .tried = "alltoall, exponential capacities against constant ones",
       .grid = on_trees({kAlltoall + " --capacity exponential", kAlltoall}, 64),
       .measured = difference,
       .printed = constant(0),
       .printed_text = "cycles with capacities - cycles without = 0"},
      {.id = "trees-eq1",
       .place = "equation (1)",
       .statement = "Broadcast from the root of any tree T: b(T) = max over i of b(T_i) + i, the "
                    "subtrees in order of falling b",
       .tried = "paths of N nodes with the source at node s; fewest rounds by a solver",
       .grid = paths(),
       .printed = of(equation_1),
       .printed_text = "max(b_1 + 1, b_2 + 2)"},
      {.id = "trees-eq2",
       .place = "equation (2)",
       .statement = "Broadcast from the root of a complete k-ary tree of height l takes k*l steps",
       .tried = "inside the broadcast from a leaf: what is left when a child of the root has it "
                "after the k-1 sends of the root, l = h-1",
       .grid = on_trees({kBroadcast}),
       .measured = [](const Row& r) -> std::optional<double> {
         return r.run().cycles.value_or(0) - h_of(r) - (k_of(r) - 1);
       },
       .printed = of([](const Row& r) { return k_of(r) * (h_of(r) - 1); }),
       .printed_text = "k l"},
      {.id = "trees-thm1",
       .place = "Theorem 1",
       .statement = "Broadcast from a leaf under the single-port model requires (k+1) log_k n - 1 "
                    "steps",
       .grid = on_trees({kBroadcast}),
       .printed = of(broadcast_time),
       .printed_text = "(k+1) h - 1"},
      {.id = "trees-fig2b",
       .place = "Figure 2(b)",
       .statement = "Sending to the parent first, then to the other k-1 children, attains Theorem "
                    "1; parent first is the best plan",
       .tried = "against the best of all places that the parent can have",
       .grid = on_trees({kBroadcast}),
       .printed = best_place_of_parent,
       .printed_text = "least time over all places of the parent"},
      {.id = "trees-sec2.2-lb",
       .place = "section 2.2",
       .statement = "Scatter and gather need at least n-1 steps; exactly n, and n+1 for k = 2",
       .grid = on_trees({kGather}),
       .printed = of(one_leaf),
       .printed_text = "n (k >= 3), n+1 (k = 2)"},
      {.id = "trees-sec2.2-reversal",
       .place = "section 2.2",
       .statement = "A gather is got from a scatter by reversing the data paths, with the same "
                    "time",
       .grid = on_trees({kGather, kScatter}),
       .measured = difference,
       .printed = constant(0),
       .printed_text = "gather - scatter = 0"},
      {.id = "trees-thm2",
       .place = "Theorem 2",
       .statement = "Furthest-first is an optimal scatter: n steps (k >= 3), n+1 (k = 2)",
       .grid = on_trees({kScatter}),
       .printed = of(one_leaf),
       .printed_text = "n (k >= 3), n+1 (k = 2)"},
      {.id = "trees-thm2-Ti",
       .place = "Theorem 2, proof",
       .statement = "The last message of class i arrives at T_i = n - k^(i-1) + 2i - 1; the end is "
                    "T_1 or T_2",
       .tried = "the last arrival of each class in the plan that the hardware followed",
       .grid = levels_of_trees(kScatter, false),
       .measured = last_of_class,
       .printed =
           of([](const Row& r) { return n_of(r) - power(k_of(r), r["i"] - 1) + 2 * r["i"] - 1; }),
       .printed_text = "n - k^(i-1) + 2i - 1"},
      {.id = "trees-thm3",
       .place = "Theorem 3",
       .statement = "Multinode broadcast under the single-port model needs at least kn + (k+1)"
                    "(log_k n - 2) + 1 steps",
       .tried = "the fastest schedule that there is",
       .grid = on_trees({kAllgather}),
       .relation = Relation::at_least,
       .printed = of(allgather_time),
       .printed_text = "kn + (k+1)(h-2) + 1"},
      {.id = "trees-thm3-load",
       .place = "Theorem 3, proof",
       .statement = "A child of the root makes k*n transmissions",
       .tried = "its hops in the plan that the hardware followed",
       .grid = on_trees({kAllgather}, 128),
       .measured = sends_of_a_child_of_the_root,
       .printed = of([](const Row& r) { return k_of(r) * n_of(r); }),
       .printed_text = "k n"},
      {.id = "trees-thm4",
       .place = "Theorem 4, Figure 4(a)",
       .statement = "The multinode broadcast of Figure 4(a) is optimal: kn + (k+1)(h-2) + 1",
       .grid = on_trees({kAllgather}),
       .printed = of(allgather_time),
       .printed_text = "kn + (k+1)(h-2) + 1"},
      {.id = "trees-fig4b",
       .place = "Figure 4(b)",
       .statement = "Example of Figure 4(a) on 4 leaves",
       .tried = "k = 2, h = 2",
       .grid = points({{{{"k", 2}, {"h", 2}, {"n", 4}}, {on_tree({2, 2}, kAllgather)}}}),
       .printed = of(allgather_time),
       .printed_text = "9 steps, as Theorem 4 gives"},
      {.id = "trees-sec2.4-count",
       .place = "section 2.4",
       .statement = "Of the n-1 messages of a leaf n-k^(i-1) pass its router of level i: n-k^i "
                    "upward, (k-1)k^(i-1) turn there",
       .tried = "hops of leaf 0's messages out of its router of level i, up (way 0) and down (1)",
       .grid = levels_of_trees(kAlltoall, true),
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
       .tried = "the fastest schedule that there is",
       .grid = on_trees({kAlltoall}, 128),
       .relation = Relation::at_least,
       .printed = of(theorem_5),
       .printed_text = kTheorem5},
      {.id = "trees-sec2.4-attain",
       .place = "section 2.4, before Figure 5",
       .statement = "The algorithm of Figure 5 achieves the lower bound of Theorem 5",
       .grid = on_trees({kAlltoall}, 128),
       .printed = of(theorem_5),
       .printed_text = kTheorem5,
       .corrected = of(with_root),
       .corrected_text = kWithRoot},
      {.id = "trees-thm6",
       .place = "Theorem 6, Figure 5",
       .statement = "The algorithm of Figure 5 (leaves furthest first, routers upward first) is "
                    "optimal",
       .tried = "against the better of the bounds of Theorem 5 and of the root",
       .grid = on_trees({kAlltoall}, 128),
       .printed = of(with_root),
       .printed_text = "the lower bound max(Theorem 5, n^2 (k-1)/k + 2h - 1)"},
      {.id = "trees-fig5-any",
       .place = "Figure 5",
       .statement = "Routers may serve any (appropriate) child; the leaf order only has to be "
                    "furthest-first",
       .tried = "largest difference between three furthest-first orders of the leaves",
       .grid = on_trees({kAlltoall + " --order descending", kAlltoall + " --order ascending",
                         kAlltoall + " --order digit-wise"},
                        64),
       .measured = [](const Row& r) -> std::optional<double> {
         const double a = r.run(0).cycles.value_or(-1), b = r.run(1).cycles.value_or(-2),
                      c = r.run(2).cycles.value_or(-3);
         return std::max({a, b, c}) - std::min({a, b, c});
       },
       .printed = constant(0),
       .printed_text = "slowest order - fastest order = 0"},
      {.id = "trees-table1-broadcast",
       .place = "Table 1, row 1",
       .statement = "Broadcasting takes (k+1) log_k n - 1",
       .grid = on_trees({kBroadcast}),
       .printed = of(broadcast_time),
       .printed_text = "(k+1) h - 1"},
      {.id = "trees-table1-scatter",
       .place = "Table 1, row 2",
       .statement = "Scattering and gathering take n (k >= 3), n+1 (k = 2)",
       .tried = "the slower of the two",
       .grid = on_trees({kScatter, kGather}),
       .measured = [](const Row& r) -> std::optional<double> {
         return std::max(r.run(0).cycles.value_or(0), r.run(1).cycles.value_or(0));
       },
       .printed = of(one_leaf),
       .printed_text = "n (k >= 3), n+1 (k = 2)"},
      {.id = "trees-table1-mnb",
       .place = "Table 1, row 3",
       .statement = "Multinode broadcasting takes kn + (k+1)(log_k n - 2) + 1",
       .grid = on_trees({kAllgather}),
       .printed = of(allgather_time),
       .printed_text = "kn + (k+1)(h-2) + 1"},
      {.id = "trees-table1-te",
       .place = "Table 1, row 4",
       .statement = "Total exchange takes n^2 (2k+1)(k-1)/k^3 + 2 log_k n - 3",
       .grid = on_trees({kAlltoall}, 128),
       .printed = of(theorem_5),
       .printed_text = kTheorem5,
       .corrected = of(with_root),
       .corrected_text = kWithRoot},
      {.id = "trees-sec2.5-broadcast",
       .place = "section 2.5",
       .statement = "For fixed n the broadcast time falls for 2 <= k <= 4 and rises for k >= 4",
       .tried = "trees of n leaves: the change from k to the next k, turned round from k = 4 on",
       .grid = same_leaves(kBroadcast),
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
       .grid = same_leaves(kAllgather),
       .measured = difference,
       .relation = Relation::more,
       .printed = constant(0),
       .printed_text = "change > 0"},
      {.id = "trees-sec2.5-te",
       .place = "section 2.5",
       .statement = "For total exchange larger k are needed: the time falls with k",
       .tried = "trees of n leaves: the change from k to the next k",
       .grid = same_leaves(kAlltoall),
       .measured = difference,
       .relation = Relation::less,
       .printed = constant(0),
       .printed_text = "change < 0"},
      {.id = "trees-sec2.5-sqrt",
       .place = "section 2.5",
       .statement = "With k = sqrt n total exchange takes Theta(n sqrt n) steps",
       .tried = "h = 2; Theorem 5 gives less than 2 n sqrt n there",
       .grid = points_of([](bool full) {
         std::vector<Point> all;
         for (unsigned k = 2; k <= (full ? 12U : 5U); ++k) {
           all.push_back({sizes({k, 2}), {on_tree({k, 2}, kAlltoall)}});
         }
         return all;
       }),
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return 2 * power(n_of(r), 1.5); }),
       .printed_text = "at most 2 n sqrt n",
       .corrected = of(with_root),
       .corrected_text = "n^2 (k-1)/k + 2h - 1, which is Theta(n^2)",
       .corrected_relation = Relation::equals},
  };
}

}  // namespace romcast::claims
