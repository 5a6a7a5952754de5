// SPDX-License-Identifier: Apache-2.0
// Dimakopoulos & Dimopoulos 1996, sections 3.1 and 3.2: multi-port switches.
#include <fmt/format.h>

#include "claims/trees.hpp"

namespace romcast::claims {
namespace {

// Pairs of runs of a gather or an allgather: on a tree with two links per branch, then on the same
// tree with one link per branch.
Grid doubled_links() {
  return points_of([](bool full) {
    std::vector<std::string> trees{"4"};
    if (full) trees.insert(trees.end(), {"3", "5", "6", "3,2", "2,3"});
    std::vector<Point> all;
    for (std::size_t i = 0; i < trees.size(); ++i) {
      for (const bool gathers : {true, false}) {
        Point& point = all.emplace_back(Point{.at = {{"tree", i}, {"allgather", !gathers}}});
        for (const char* links : {"2", "1"}) {
          std::string capacity = links;
          if (trees[i].size() > 1) capacity += "," + capacity;
          point.runs.push_back(fmt::format(
              "-n tree --children {} --capacity {} -c {} -p multi -a exact --seconds 60", trees[i],
              capacity, gathers ? "gather" : "allgather"));
        }
      }
    }
    return all;
  });
}

}  // namespace

std::vector<Claim> trees_multi() {
  return {
      {.id = "trees-sec3.1-broadcast",
       .place = "section 3.1",
       .statement = "Multiport broadcast takes 2 log_k n steps, by copying towards all directions",
       .grid = on_trees({kMultiBroadcast}),
       .printed = of([](const Row& r) { return 2 * h_of(r); }),
       .printed_text = "2 h"},
      {.id = "trees-sec3.1-scatter",
       .place = "section 3.1",
       .statement = "Multiport scatter and gather have the single-port bounds n / n+1 (c_1 = 1)",
       .tried = "the faster of scatter and gather",
       .grid = on_trees({kMultiScatter, kMultiGather}, 128),
       .measured = fewest,
       .printed = of(one_leaf),
       .printed_text = "n (k >= 3), n+1 (k = 2)"},
      {.id = "trees-sec3.1-c1",
       .place = "sections 3.1 and 3.4",
       .statement = "With c_1 > 1 other bounds can be derived; some problems will need fewer steps",
       .tried = "gather and allgather on trees whose branches all have two links, against one "
                "link; fewest cycles by a solver",
       .grid = doubled_links(),
       .measured = difference,
       .relation = Relation::less,
       .printed = constant(0),
       .printed_text = "cycles with c_1 = 2 - cycles with c_1 = 1 < 0"},
      {.id = "trees-sec3.2-lb",
       .place = "section 3.2",
       .statement = "Multiport multinode broadcast needs at least n steps (k >= 3), n+1 (k = 2)",
       .tried = "the fastest of three schedules; at k = 2 and 3, h = 2 that of a solver, too",
       .grid = with(on_trees({kNearestFirst, kFlooding, kTurnPhased}, 128),
                    {solved_tree({2, 2}, "-c allgather -p multi"),
                     solved_tree({3, 2}, "-c allgather -p multi")}),
       .measured = fewest,
       .relation = Relation::at_least,
       .printed = of(one_leaf),
       .printed_text = "n (k >= 3), n+1 (k = 2)",
       .sense = Sense::bound},
      {.id = "trees-sec3.2-capacity",
       .place = "section 3.2",
       .statement = "Capacities inside the network make no difference to the speed of multinode "
                    "broadcast",
       .tried = "flooding with exponential capacities against constant ones",
       .grid = on_trees({kFlooding + kExponential, kFlooding}, 64),
       .measured = difference,
       .printed = constant(0),
       .printed_text = "cycles with capacities - cycles without = 0"},
      {.id = "trees-thm7",
       .place = "Theorem 7",
       .statement = "Flooding performs multinode broadcast in the lower bound n / n+1",
       .grid = on_trees({kFlooding}),
       .printed = of(one_leaf),
       .printed_text = "n (k >= 3), n+1 (k = 2)"},
      {.id = "trees-sec3.2-queues",
       .place = "section 3.2",
       .statement = "Flooding has excessive queuing requirements, even with increased capacities",
       .tried = "exponential capacities: most messages in a switch, by its own mark, against a "
                "number that grows with n",
       .grid = on_trees({kFlooding + kExponential}, 128),
       .measured = [](const Row& r) { return r.run()["max_queue"]; },
       .relation = Relation::at_least,
       .printed = of([](const Row& r) { return n_of(r) / 2; }),
       .printed_text = "at least n/2 messages in one switch",
       .slack = 2},
      {.id = "trees-sec3.2-zeroqueue",
       .place = "section 3.2",
       .statement = "An algorithm of [4] needs 2 log_k n - 2 steps more than the bound and "
                    "eliminates the queues completely",
       .tried = "turn-phased; its cycles if nothing ever waits in a switch",
       .grid = on_trees({kTurnPhased}, 128),
       .measured = [](const Row& r) { return unless_it_waits(r, 1e9); },
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return one_leaf(r) + 2 * h_of(r) - 2; }),
       .printed_text = "bound + 2h - 2, and no message waits"},
  };
}

}  // namespace romcast::claims
