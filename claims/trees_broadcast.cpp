// SPDX-License-Identifier: Apache-2.0
// Dimakopoulos & Dimopoulos 1996, sections 1 to 2.1: trees, links, and broadcast from one node.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "claims/trees.hpp"
#include "romcast/core/fat_tree.hpp"

namespace romcast::claims {
namespace {

// The algorithms of the paper, single-port and multi-port.
const std::vector<TreeRun> kPapersOwn{
    {"broadcast", "single", "leaf-broadcast"}, {"scatter", "single", "furthest-first"},
    {"gather", "single", "reversed-scatter"},  {"allgather", "single", "upward-first"},
    {"alltoall", "single", "upward-first"},    {"broadcast", "multi", "leaf-broadcast"},
    {"allgather", "multi", "flooding"},        {"alltoall", "multi", "pipelined"}};

Grid papers_own() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (const TreeSizes tree : tree_sizes(full, 64, 9)) {
      for (std::size_t i = 0; i < kPapersOwn.size(); ++i) {
        const TreeRun& run = kPapersOwn[i];
        const TreeRun half{run.collective, "half-" + run.ports,
                           "half-duplex --of " + run.algorithm};
        Point point{.at = sizes(tree),
                    .runs = {on_tree(tree, options_of(half)), on_tree(tree, options_of(run))}};
        point.at.emplace_back("algorithm", i);
        all.push_back(point);
      }
    }
    return all;
  });
}

// Least time of a broadcast from leaf 0, over all positions (first, second, ...) at which switches
// can serve their parent.
std::optional<double> best_place_of_parent(const Row& row) {
  const double k = k_of(row), h = h_of(row);
  const auto down = [&](double level) { return k * level; };
  double best = 0;
  for (double place = 1; place <= k; ++place) {
    double time = down(h - 1) + k - 1;  // after the arrival at the root
    for (double i = h - 1; i >= 1; --i) {
      const double last_child = place == k ? k - 1 : k;
      time = std::max(time + place, down(i - 1) + last_child);
    }
    if (place == 1 || time + 1 < best) best = time + 1;
  }
  return best;
}

// One list for each shape of a rooted tree with this many nodes: the parents of the nodes 1, 2, ...
std::vector<std::vector<unsigned>> rooted_trees(unsigned nodes) {
  std::vector<std::vector<unsigned>> all;
  std::set<std::string> shapes;
  std::vector<unsigned> parents(nodes - 1, 0);
  const std::function<std::string(unsigned)> shape = [&](unsigned node) {
    std::multiset<std::string> below;
    for (unsigned v = node + 1; v < nodes; ++v) {
      if (parents[v - 1] == node) below.insert(shape(v));
    }
    std::string text = "(";
    for (const std::string& each : below) text += each;
    return text + ")";
  };
  for (bool more = true; more;) {
    if (shapes.insert(shape(0)).second) all.push_back(parents);
    unsigned v = nodes - 1;  // next combination: the parent of v has a lower number
    while (v > 0 && ++parents[v - 1] == v) parents[--v] = 0;
    more = v > 0;
  }
  return all;
}

Grid any_trees() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (unsigned nodes = 2; nodes <= (full ? 7U : 5U); ++nodes) {
      const auto trees = rooted_trees(nodes);
      for (std::size_t i = 0; i < trees.size(); ++i) {
        all.push_back({{{"N", nodes}, {"tree", i}},
                       {fmt::format("-n rooted-tree --parents {} -c broadcast -p single -a exact "
                                    "--seconds 60",
                                    fmt::join(trees[i], ",")),
                        fmt::format("-n rooted-tree --parents {} -c broadcast -p single -a "
                                    "largest-first",
                                    fmt::join(trees[i], ","))}});
      }
    }
    return all;
  });
}

double equation_1(const std::vector<unsigned>& parents, unsigned root) {
  std::vector<double> below;
  for (unsigned v = root + 1; v <= parents.size(); ++v) {
    if (parents[v - 1] == root) below.push_back(equation_1(parents, v));
  }
  std::ranges::sort(below, std::greater());
  double most = 0;
  for (std::size_t i = 0; i < below.size(); ++i) most = std::max(most, below[i] + double(i) + 1);
  return most;
}
double equation_1_here(const Row& row) {
  return equation_1(rooted_trees(unsigned(row["N"])).at(std::size_t(row["tree"])), 0);
}

std::optional<double> top_levels(const Row& row) { return double(row.predicted().levels) + 1; }

std::optional<double> links_of_level(const Row& row) {
  const FatTree tree(unsigned(k_of(row)), unsigned(h_of(row)), "exponential");
  double links = 0;
  for (const Channel& channel : tree.channels()) {
    if (channel.up && tree.level(channel.to) == row["i"]) links += channel.capacity;
  }
  return links;
}

}  // namespace

std::vector<Claim> trees_broadcast() {
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
       .grid = on_levels("", false),
       .measured = links_of_level,
       .printed = of(n_of),
       .printed_text = "n"},
      {.id = "trees-sec1.1-halfduplex",
       .place = "section 1.1",
       .statement = "Half-duplex links slow some of the algorithms down by a factor of at most two",
       .tried = "eight algorithms on half-duplex links, against the same ones on full-duplex "
                "links: hops "
                "in the same order, each as early as its link lets it",
       .grid = papers_own(),
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return 2 * r.run(1).cycles.value_or(0); }),
       .printed_text = "twice the cycles",
       .slack = 4},
      {.id = "trees-sec2-capacity",
       .place = "section 2",
       .statement = "Under the single-port model branch capacities have no effect at all",
       .tried = "alltoall, exponential capacities against constant ones",
       .grid = on_trees({kSingleAlltoall + " --capacity exponential", kSingleAlltoall}, 64),
       .measured = difference,
       .printed = constant(0),
       .printed_text = "cycles with capacities - cycles without = 0"},
      {.id = "trees-eq1",
       .place = "equation (1)",
       .statement = "Broadcast from the root of any tree T: b(T) = max over i of b(T_i) + i, the "
                    "subtrees in order of falling b",
       .tried = "all trees of N nodes; fewest rounds by a solver, and the rule itself",
       .grid = any_trees(),
       .measured = if_equal,
       .printed = of(equation_1_here),
       .printed_text = "max over i of b(T_i) + i"},
      {.id = "trees-eq2",
       .place = "equation (2)",
       .statement = "Broadcast from the root of a complete k-ary tree of height l takes k*l steps",
       .tried = "inside the broadcast from a leaf: what is left when a child of the root has it "
                "after the k-1 sends of the root, l = h-1",
       .grid = on_trees({kSingleBroadcast}),
       .measured = [](const Row& r) -> std::optional<double> {
         return r.run().cycles.value_or(0) - h_of(r) - (k_of(r) - 1);
       },
       .printed = of([](const Row& r) { return k_of(r) * (h_of(r) - 1); }),
       .printed_text = "k l"},
      {.id = "trees-thm1",
       .place = "Theorem 1",
       .statement = "Broadcast from a leaf under the single-port model requires (k+1) log_k n - 1 "
                    "steps",
       .grid = on_trees({kSingleBroadcast}),
       .printed = of(broadcast_time),
       .printed_text = "(k+1) h - 1"},
      {.id = "trees-fig2b",
       .place = "Figure 2(b)",
       .statement = "Sending to the parent first, then to the other k-1 children, attains Theorem "
                    "1; parent first is the best plan",
       .tried = "against the best of all places that the parent can have",
       .grid = on_trees({kSingleBroadcast}),
       .printed = best_place_of_parent,
       .printed_text = "least time over all places of the parent"},
  };
}

}  // namespace romcast::claims
