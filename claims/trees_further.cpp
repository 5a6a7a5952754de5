// SPDX-License-Identifier: Apache-2.0
// Dimakopoulos & Dimopoulos 1996: sentences beside the numbered results.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "claims/trees.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/topologies.hpp"

namespace romcast::claims {
namespace {

// The largest number of messages that wait in one switch, over all runs. The first run is a
// single-port broadcast: its message, which a switch keeps until all children have it, is left out.
std::optional<double> waiting_messages(const Row& row) {
  double most = std::max(row.run(0)["max_queue"].value_or(1e9) - 1, 0.0);
  for (std::size_t i = 1; i < row.runs(); ++i) {
    most = std::max(most, row.run(i)["max_waiting"].value_or(1e9));
  }
  return most;
}

// Networks for a broadcast from node 0.
struct Place {
  std::string network{};
  std::vector<std::pair<std::string, std::string>> options{};
};
const std::vector<Place>& places() {
  static const std::vector<Place> all{{"ring", {{"processors", "7"}}},
                                      {"torus", {{"dims", "3x4"}}},
                                      {"de-bruijn", {{"alphabet", "2"}, {"length", "3"}}},
                                      {"petersen", {}},
                                      {"tree", {{"children", "2,3"}}},
                                      {"rooted-tree", {{"parents", "0,1,1,0,4,5"}}},
                                      {"mesh", {{"dims", "3x4"}}},
                                      {"hypercube", {{"dimensions", "4"}}},
                                      {"kautz", {{"alphabet", "3"}, {"length", "3"}}},
                                      {"cube-connected-cycles", {{"dimensions", "3"}}},
                                      {"butterfly", {{"dimensions", "3"}}},
                                      {"dragonfly", {{"routers", "4"}, {"global", "1"}}},
                                      {"hyperx", {{"dims", "3x3"}}},
                                      {"star", {{"symbols", "4"}}}};
  return all;
}
Grid any_networks() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (std::size_t i = 0; i < (full ? places().size() : 6); ++i) {
      std::string run = "-n " + places()[i].network;
      for (const auto& [name, value] : places()[i].options) {
        run += fmt::format(" --{} {}", name, value);
      }
      all.push_back({{{"network", i}}, {run + " -c broadcast -p multi"}});
    }
    return all;
  });
}
// The distance from node 0 to the furthest processor.
double eccentricity(const Row& row) {
  const Place& place = places().at(std::size_t(row["network"]));
  const auto network =
      make_topology(place.network, [&](std::string_view name) -> std::optional<std::string> {
        for (const auto& [option, value] : place.options) {
          if (option == name) return value;
        }
        return std::nullopt;
      });
  std::map<NodeId, double> distance{{0, 0}};
  double furthest = 0;
  std::vector<NodeId> open{0};
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (network->is_processor(open[i])) furthest = distance[open[i]];
    if (i > 0 && !network->forwards(open[i])) continue;
    for (const Channel& channel : network->channels()) {
      if (channel.from != open[i]) continue;
      if (distance.try_emplace(channel.to, distance[open[i]] + 1).second) {
        open.push_back(channel.to);
      }
    }
  }
  return furthest;
}

const TreeRun kAllgather{"allgather", "single", "upward-first"};

// The first cycle in which a child of the root receives a message.
std::optional<double> first_arrival(const Row& row) {
  const PlanView plan = tree_plan(row, kAllgather);
  const auto& tree = dynamic_cast<const FatTree&>(*plan.topology);
  double first = 1e9;
  for (const Sent& hop : plan.hops) {
    if (tree.level(hop.to) == tree.height() - 1) first = std::min<double>(first, hop.cycle);
  }
  return first;
}
// Cycles of the run after the last send by a child of the root.
std::optional<double> after_last(const Row& row) {
  const PlanView plan = tree_plan(row, kAllgather);
  const auto& tree = dynamic_cast<const FatTree&>(*plan.topology);
  double last = 0;
  for (const Sent& hop : plan.hops) {
    if (tree.level(hop.from) == tree.height() - 1) last = std::max<double>(last, hop.cycle);
  }
  return row.run().cycles.value_or(0) - last;
}

// Number of messages that one child of the root sends to the root.
std::optional<double> upward_messages(const Row& row) {
  const PlanView plan = tree_plan(row, {"alltoall", "multi", "pipelined"});
  const auto& tree = dynamic_cast<const FatTree&>(*plan.topology);
  const NodeId child = tree.node(tree.height() - 1, 0);
  return double(std::ranges::count_if(
      plan.hops, [&](const Sent& hop) { return hop.from == child && hop.to == tree.root(); }));
}

// The points of on_capacities(), each once for every level of its tree.
Grid dispatched() {
  return [](Effort effort) {
    std::vector<Point> all;
    for (const Point& point : on_capacities({kPhased})(effort)) {
      for (double level = 1; level <= Row(point)["h"]; ++level) {
        all.push_back(point);
        all.back().at.emplace_back("level", level);
      }
    }
    return all;
  };
}
// In the phase of the messages whose highest switch is at `level`: the number of leaves below the
// level's node 0 that send in the first step, or -1 if a later step, not the last, has another.
std::optional<double> dispatching_leaves(const Row& row) {
  const std::string capacity = fmt::format("{}", fmt::join(capacities_of(row), ","));
  const PlanView plan = tree_plan(row, {"alltoall", "multi", "phased", capacity});
  const auto& tree = dynamic_cast<const FatTree&>(*plan.topology);
  const auto level = unsigned(row["level"]);
  std::map<unsigned, std::set<unsigned>> steps;
  for (const Sent& hop : plan.hops) {
    if (!tree.is_processor(hop.from) || hop.from >= tree.power(level)) continue;
    if (tree.turn_level(hop.from, plan.destination[hop.message]) != level) continue;
    steps[hop.cycle].insert(hop.from);
  }
  const std::size_t each = steps.begin()->second.size();
  for (auto step = steps.begin(); std::next(step) != steps.end(); ++step) {
    if (step->second.size() != each) return -1;
  }
  return double(each);
}
// The corrected formula for dispatching_leaves(): the phase takes as long as its busiest branch on
// or below `level`, and each of the node's k subtrees spreads its messages evenly over that time.
double spread_leaves(const Row& row) {
  const std::vector<unsigned> c = capacities_of(row);
  const double k = k_of(row), level = row["level"];
  double longest = 0;
  for (double j = 1; j <= level; ++j) {
    longest =
        std::max(longest, std::ceil((k - 1) * power(k, level + j - 2) / c[std::size_t(j) - 1]));
  }
  return k * std::ceil((k - 1) * power(k, 2 * level - 2) / longest);
}

// Trees for several_links(), each as the numbers of children of its switches, from level 1 up.
const std::vector<std::vector<unsigned>>& wide_trees() {
  static const std::vector<std::vector<unsigned>> all{{2, 2}, {3, 2}, {2, 3}, {4, 2}, {2, 2, 3}};
  return all;
}
Grid several_links() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (std::size_t i = 0; i < (full ? wide_trees().size() : 3); ++i) {
      for (unsigned c = 2; c <= 3; ++c) {
        const std::vector<unsigned> links(wide_trees()[i].size(), c);
        all.push_back({{{"tree", i}, {"c", c}},
                       {fmt::format("-n tree --children {} --capacity {} -c scatter -p multi -a "
                                    "furthest-first",
                                    fmt::join(wide_trees()[i], ","), fmt::join(links, ","))}});
      }
    }
    return all;
  });
}
double one_leaf_with_links(const Row& row) {
  const std::vector<unsigned>& k = wide_trees().at(std::size_t(row["tree"]));
  double n = 1, below = 1, most = 0;
  for (const unsigned each : k) n *= each;
  for (std::size_t i = 0; i < k.size(); below *= k[i++]) {
    most = std::max(most, std::ceil((n - below) / row["c"]) + 2 * double(i) + 1);
  }
  return most;
}

// Pairs of runs of the total exchange: a solver's fastest run on G_i (the tree with its highest i
// levels merged into one switch), then an optimal run on the tree itself.
Grid collapsed_trees() {
  return points_of([](bool) {
    std::vector<Point> all;
    const std::vector<std::pair<TreeSizes, unsigned>> solved{{{2, 2}, 1}, {{2, 3}, 1}, {{2, 3}, 2}};
    for (const auto& [tree, i] : solved) {
      Point& point = all.emplace_back(Point{.at = sizes(tree)});
      point.at.emplace_back("i", i);
      point.runs = {
          fmt::format("-n collapsed-tree -k {} -H {} --collapsed {} -c alltoall -p multi -a exact "
                      "--seconds 60",
                      tree.k, tree.h, i),
          on_tree(tree, (tree.k == 2 && tree.h > 2 ? kInterleaved : kPipelined) + kExponential)};
    }
    return all;
  });
}
// Holes of a subtree minus the external messages that its leaves send, both counted before the
// first external message can arrive: the least difference over all subtrees. A hole is a pair of a
// leaf and a cycle in which the leaf receives nothing; external messages go to other subtrees.
std::optional<double> holes_beyond_external(const Row& row) {
  const PlanView plan = view_plan(row, {.network = "collapsed-tree",
                                        .collective = "alltoall",
                                        .ports = "multi",
                                        .algorithm = "matching",
                                        .options = {{"arity", fmt::format("{}", k_of(row))},
                                                    {"height", fmt::format("{}", h_of(row))},
                                                    {"collapsed", fmt::format("{}", row["i"])}}});
  const auto subtrees = unsigned(power(k_of(row), row["i"]));
  const unsigned width = unsigned(n_of(row)) / subtrees;
  const double period = 2 * (h_of(row) - row["i"] + 1) - 1;
  std::vector<double> beyond(subtrees, period * width);
  for (const Sent& hop : plan.hops) {
    if (hop.cycle > period) continue;
    if (hop.to < n_of(row)) --beyond[hop.to / width];
    if (hop.from >= n_of(row)) continue;
    if (hop.from / width != plan.destination[hop.message] / width) --beyond[hop.from / width];
  }
  return std::ranges::min(beyond);
}

// Runs that meet a lower bound: kInterleaved if k = 2 and h >= 3, else kPipelined.
Grid best_exponential() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (const TreeSizes tree : tree_sizes(full, 128, kQuickWide)) {
      const bool binary = tree.k == 2 && tree.h >= 3;
      all.push_back(
          {sizes(tree), {on_tree(tree, (binary ? kInterleaved : kPipelined) + kExponential)}});
    }
    return all;
  });
}

}  // namespace

std::vector<Claim> trees_further() {
  return {
      {.id = "trees-sec1.1-queues",
       .place = "section 1.1",
       .statement =
           "Packet queues will not always be necessary: broadcast and scatter wait nowhere",
       .tried = "broadcast, scatter and gather with both port models: messages that stay in a "
                "switch, and for the single-port broadcast those beside the one that is broadcast",
       .grid = on_trees({kSingleBroadcast, kMultiBroadcast, kSingleScatter, kMultiScatter,
                         kSingleGather, kMultiGather},
                        64),
       .measured = waiting_messages,
       .printed = constant(0),
       .printed_text = "0 messages wait"},
      {.id = "trees-sec3.1-anynetwork",
       .place = "section 3.1",
       .statement = "In any network multi-port broadcast takes d steps, d the distance of the node "
                    "that is farthest from the source",
       .tried = "broadcast from node 0 of families of networks",
       .grid = any_networks(),
       .printed = of(eccentricity),
       .printed_text = "d"},
      {.id = "trees-thm3-first",
       .place = "Theorem 3, proof",
       .statement = "The first message arrives at a child of the root at time h-1 the earliest",
       .tried = "its arrival in the plan that the hardware followed",
       .grid = on_trees({kSingleAllgather}, 128),
       .measured = first_arrival,
       .printed = of([](const Row& r) { return h_of(r) - 1; }),
       .printed_text = "h - 1"},
      {.id = "trees-thm3-last",
       .place = "Theorem 3, proof",
       .statement = "After the last message of a child of the root B_r(h-2) steps remain",
       .tried = "cycles after the last send of a child of the root, in the plan that ran",
       .grid = on_trees({kSingleAllgather}, 128),
       .measured = after_last,
       .printed = of([](const Row& r) { return k_of(r) * (h_of(r) - 2); }),
       .printed_text = "k (h-2)"},
      {.id = "trees-sec3.1-c1-scatter",
       .place = "section 3.1",
       .statement =
           "With c_1 > 1 other lower bounds of scattering can be derived in an obvious way",
       .tried = "trees with c links per branch, also of mixed arity: furthest-first against the "
                "messages that leave the source, c a step, and their distance",
       .grid = several_links(),
       .printed = of(one_leaf_with_links),
       .printed_text = "max over i of ceil((n - k_1 .. k_(i-1))/c) + 2i - 1"},
      {.id = "trees-sec3.3-upward",
       .place = "section 3.3",
       .statement = "A node of level h-1 receives n^2 (k-1)/k^2 upward messages",
       .tried = "its hops to the root, in the plan that ran",
       .grid = on_trees({kPipelined}, 128),
       .measured = upward_messages,
       .printed =
           of([](const Row& r) { return n_of(r) * n_of(r) * (k_of(r) - 1) / (k_of(r) * k_of(r)); }),
       .printed_text = "n^2 (k-1)/k^2"},
      {.id = "trees-fig6-dispatch",
       .place = "section 3.3",
       .statement = "In phase i exactly k c_(h-i) leaves dispatch messages at a single step",
       .tried = "phased, five patterns of capacities: leaves below a node that send in a step of "
                "its phase, the last step left out",
       .grid = dispatched(),
       .measured = dispatching_leaves,
       .printed =
           of([](const Row& r) { return k_of(r) * capacities_of(r)[std::size_t(r["level"]) - 1]; }),
       .printed_text = "k c_(h-i)",
       .corrected = of(spread_leaves),
       .corrected_text = "k ceil((k-1) k^(2l-2) / M), l = h-i, M the longest time of a branch: of "
                         "ceil((k-1) k^(l+j-2)/c_j), j <= l",
       .why = "Where a lower branch has few links, or c_(h-i) is more than the messages of a step, "
              "fewer leaves can send."},
      {.id = "trees-sec3.3.1-graph",
       .place = "section 3.3.1",
       .statement = "Any total exchange algorithm for the tree is one for G_i, which gives a lower "
                    "bound",
       .tried = "fewest cycles on G_i, by a solver, less those of the tree's optimum",
       .grid = collapsed_trees(),
       .measured = difference,
       .relation = Relation::at_most,
       .printed = constant(0),
       .printed_text = "cycles on G_i - cycles on the tree <= 0"},
      {.id = "trees-sec3.3.1-holes",
       .place = "section 3.3.1",
       .statement = "Until the first external message arrives, the holes of a subtree are the "
                    "external messages that it sends",
       .tried = "G_i: holes less external messages in 2(h-i+1) - 1 steps, in the subtree with "
                "fewest; leaves that do not send leave holes, too",
       .grid = collapsed_trees(),
       .measured = holes_beyond_external,
       .relation = Relation::at_least,
       .printed = constant(0),
       .printed_text = "holes - external messages >= 0",
       .sense = Sense::bound},
      {.id = "trees-sec3.3-question",
       .place = "section 3.3 (question)",
       .statement =
           "It is interesting to see whether TE(n) >= n is tight for exponential capacities",
       .tried =
           "cycles of a schedule that meets a lower bound: the question is answered where they "
           "exist, and the answer is no",
       .grid = best_exponential(),
       .measured = [](const Row& r) -> std::optional<double> {
         return r.run().cycles == r.run().bound ? r.run().cycles : std::optional(1e9);
       },
       .printed = of([](const Row& r) {
         return n_of(r) + 2 * h_of(r) - (k_of(r) == 2 && h_of(r) >= 3 ? 3 : 2);
       }),
       .printed_text = "n + 2h - 2, and n + 2h - 3 where k = 2 and h >= 3; not n"},
  };
}

}  // namespace romcast::claims
