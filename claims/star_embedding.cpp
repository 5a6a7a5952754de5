// SPDX-License-Identifier: Apache-2.0
// Tseng, Chang & Sheu 1998, section IV.1: the n x (n-1)! mesh in the star graph, and its
// congestion.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "claims/star.hpp"
#include "romcast/core/star_graph.hpp"
#include "schedules/star/mesh.hpp"

namespace romcast::claims {

PlanView mesh_plan(const Row& row, const Timing& timing) {
  return view_plan(row, {.network = "star",
                         .collective = "allgather",
                         .algorithm = "mesh-ring",
                         .options = {{"symbols", fmt::format("{}", n_of(row))}},
                         .timing = timing});
}

unsigned end_of_column_exchange(const PlanView& plan) {
  const auto& star = dynamic_cast<const StarGraph&>(*plan.topology);
  unsigned last = 0;
  for (const Sent& hop : plan.hops) {
    const bool along_n = star.neighbour(hop.from, star.symbols()) == hop.to;
    if (along_n) last = std::max(last, hop.cycle);
  }
  return last;
}

namespace {

Permutation exchanged(Permutation label, unsigned x, unsigned y, unsigned n) {
  Permutation other = label;
  for (unsigned i = 0; i < n; ++i) {
    if (label[i] == x) other.set(i, y);
    if (label[i] == y) other.set(i, x);
  }
  return other;
}

// Number of cases in which two neighbours along dimension i are no neighbours along i once symbols
// x and y are exchanged in both labels. A case is a pair of symbols x > y, a node v with the last
// symbol x, and a dimension i < n.
std::optional<double> torn_apart(const Row& row) {
  const StarGraph star(n_of(row));
  const unsigned n = star.symbols();
  double torn = 0;
  for (unsigned x = 0; x < n; ++x) {
    for (unsigned y = 0; y < x; ++y) {
      for (NodeId v = 0; v < star.nodes(); ++v) {
        for (unsigned i = 2; i < n && star.label(v)[n - 1] == x; ++i) {
          const Permutation image = exchanged(star.label(v), x, y, n);
          const Permutation next = exchanged(star.label(star.neighbour(v, i)), x, y, n);
          if (!(image.crossed(i) == next)) ++torn;
        }
      }
    }
  }
  return torn;
}

// Number of nodes v that contradict equation (4): if v has the last symbol i-1 < n, and symbol i in
// position x, then the exchange of the symbols i-1 and i is the hop along dimension n (g_n) if x is
// 1, else the three hops along n, x and n (g_n g_x g_n).
std::optional<double> not_as_equation_4(const Row& row) {
  const StarGraph star(n_of(row));
  const unsigned n = star.symbols();
  double wrong = 0;
  for (NodeId v = 0; v < star.nodes(); ++v) {
    const Permutation label = star.label(v);
    const unsigned last = label[n - 1], next = last + 1;
    if (next == n) continue;
    unsigned x = 1;
    while (label[x - 1] != next) ++x;
    const Permutation way = x == 1 ? label.crossed(n) : label.crossed(n).crossed(x).crossed(n);
    if (!(way == exchanged(label, last, next, n))) ++wrong;
  }
  return wrong;
}

// Number of nodes that send in the first cycle of the plan.
std::optional<double> first_senders(const Row& row) {
  const PlanView plan = mesh_plan(row);
  std::set<unsigned> senders;
  for (const Sent& hop : plan.hops) {
    if (hop.cycle == 1) senders.insert(hop.from);
  }
  return double(senders.size());
}

// Steps (1) and (2) go from row to row in three traversals of links, one per cycle. Number of hops
// in the second traversals (cycles 2, 5, ..) that do not go from a node (i-1)* to a node i* (in
// step (2): from i* to (i-1)*), where i* has the first symbol i. Nothing if there is no second
// traversal.
std::optional<double> second_traversals_astray(const Row& row) {
  const PlanView plan = mesh_plan(row);
  const auto& star = dynamic_cast<const StarGraph&>(*plan.topology);
  const unsigned end_of_step_1 = 3 * (star.symbols() - 1);
  double all = 0, astray = 0;
  for (const Sent& hop : plan.hops) {
    if (hop.cycle > 2 * end_of_step_1 || hop.cycle % 3 != 2) continue;
    const int up = hop.cycle <= end_of_step_1 ? 1 : -1;
    ++all;
    if (int(star.label(hop.to)[0]) != int(star.label(hop.from)[0]) + up) ++astray;
  }
  return all > 0 ? std::optional(astray) : std::nullopt;
}

// Number of hops in the third traversals (cycles 3, 6, ..) of steps (1) and (2) that are not along
// dimension n, or that have the same cycle and sender, or the same cycle and receiver, as a third
// traversal that stands earlier in the plan. Nothing if there are no third traversals.
std::optional<double> third_traversals_astray(const Row& row) {
  const PlanView plan = mesh_plan(row);
  const auto& star = dynamic_cast<const StarGraph&>(*plan.topology);
  std::set<std::pair<unsigned, unsigned>> sent, received;  // cycle, node
  double all = 0, astray = 0;
  for (const Sent& hop : plan.hops) {
    if (hop.cycle > 6 * (star.symbols() - 1) || hop.cycle % 3 != 0) continue;
    ++all;
    const bool alone =
        sent.insert({hop.cycle, hop.from}).second && received.insert({hop.cycle, hop.to}).second;
    if (!alone || star.neighbour(hop.from, star.symbols()) != hop.to) ++astray;
  }
  return all > 0 ? std::optional(astray) : std::nullopt;
}

// Most messages that a node receives in one traversal, i.e. one cycle, of steps (1) and (2).
std::optional<double> received_in_traversal(const Row& row) {
  const PlanView plan = mesh_plan(row);
  const unsigned end = end_of_column_exchange(plan);
  std::map<std::pair<unsigned, unsigned>, double> received;  // by cycle and node
  double most = 0;
  for (const Sent& hop : plan.hops) {
    if (hop.cycle <= end) most = std::max(most, ++received[{hop.cycle, hop.to}]);
  }
  return most;
}

// Share of the hops of step (3) whose sender sends no other message, and whose receiver receives no
// other message, in the same cycle. Nothing if step (3) has no hops.
std::optional<double> free_of_congestion(const Row& row) {
  const PlanView plan = mesh_plan(row);
  const unsigned end = end_of_column_exchange(plan);
  std::map<std::pair<unsigned, unsigned>, unsigned> sent, received;  // by cycle and node
  double all = 0, alone = 0;
  for (const Sent& hop : plan.hops) {
    ++sent[{hop.cycle, hop.from}];
    ++received[{hop.cycle, hop.to}];
  }
  for (const Sent& hop : plan.hops) {
    if (hop.cycle <= end) continue;
    ++all;
    if (sent[{hop.cycle, hop.from}] == 1 && received[{hop.cycle, hop.to}] == 1) ++alone;
  }
  return all > 0 ? std::optional(alone / all) : std::nullopt;
}

// A drawing of the mesh in S_4. Each row of the mesh is a line of node names and a ring: its last
// node is a neighbour of its first node. Between rows, | stands for one edge and : for three edges.
std::string figure_5() {
  const star::Mesh mesh(std::make_shared<const StarGraph>(4));
  std::string text;
  for (unsigned row = 0; row < mesh.rows(); ++row) {
    std::string edges;
    for (std::uint32_t column = 0; column < mesh.columns(); ++column) {
      const NodeId node = mesh.at(row, column);
      text += (column == 0 ? "- " : " - ") + mesh.graph().node_name(node);
      if (row + 1 < mesh.rows()) edges += mesh.turn(node, row + 1) == 1 ? "    |  " : "    :  ";
    }
    text += " -\n" + edges.substr(0, edges.find_last_not_of(' ') + 1) + (edges.empty() ? "" : "\n");
  }
  return text;
}

Grid graphs(bool run) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (unsigned n = 3; n <= (full ? 6U : 5U); ++n) {
      Point point{.at = {{"n", n}}};
      if (run) point.runs.push_back(on_star({n}, kMesh));
      all.push_back(point);
    }
    return all;
  });
}

}  // namespace

std::vector<Claim> star_embedding() {
  return {
      {.id = "star-lem2",
       .place = "Lemma 2, Corollary 1",
       .statement = "T_{x,y} maps neighbours along dimension i to neighbours along i, rings to "
                    "rings",
       .tried = "neighbours whose images are none, all nodes and symbols",
       .grid = graphs(false),
       .measured = torn_apart,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "star-eq4",
       .place = "equation (4), Figure 5",
       .statement = "T_{i-1,i} takes 1 or 3 edges (g_n or g_n g_x g_n): an n x (n-1)! mesh embeds "
                    "with dilation 3",
       .tried = "nodes for which it is not so",
       .grid = graphs(false),
       .measured = not_as_equation_4,
       .printed = constant(0),
       .printed_text = "0",
       .drawing = figure_5},
      {.id = "star-cong3",
       .place = "section IV.1",
       .statement = "Step (3) is congestion-free",
       .tried = "share of the messages of step (3), in the plan that ran, that are alone in their "
                "cycle at the sender and at the receiver",
       .grid = graphs(true),
       .measured = free_of_congestion,
       .printed = constant(1),
       .printed_text = "1"},
      {.id = "star-cong12",
       .place = "section IV.1",
       .statement = "Steps (1) and (2) are congestion-free (each node receives at most one message "
                    "per traversal)",
       .tried =
           "most messages that a node receives in a cycle of steps (1) and (2), in the plan that "
           "ran",
       .grid = graphs(true),
       .measured = received_in_traversal,
       .printed = constant(1),
       .printed_text = "1"},
      {.id = "star-firsttraversal",
       .place = "section IV.1",
       .statement = "In the first traversal each node sends and receives one message along "
                    "dimension n",
       .tried = "nodes that send in the first cycle of the plan that ran",
       .grid = graphs(true),
       .measured = first_senders,
       .printed = of([](const Row& r) { return factorial(n_of(r)); }),
       .printed_text = "n!",
       .corrected = of([](const Row& r) { return factorial(n_of(r)) - factorial(n_of(r) - 1); }),
       .corrected_text = "n! - (n-1)!: not those of the last row, which have no next one",
       .why = "The nodes of the last row have no next row and send nothing."},
      {.id = "star-secondtraversal",
       .place = "section IV.1",
       .statement = "In the second traversal the communications all proceed from nodes "
                    "(i-1)*^(n-1) to nodes i*^(n-1)",
       .tried = "hops of the second traversals, in the plan that ran, that do not; in step (2) "
                "the other way round",
       .grid = graphs(true),
       .measured = second_traversals_astray,
       .printed = constant(0),
       .printed_text = "0 hops"},
      {.id = "star-thirdtraversal",
       .place = "section IV.1",
       .statement = "In the third traversal a node may only send (and thus receive) one message "
                    "along dimension n",
       .tried = "hops of the third traversals, in the plan that ran, along another dimension or "
                "beside another one of the node",
       .grid = graphs(true),
       .measured = third_traversals_astray,
       .printed = constant(0),
       .printed_text = "0 hops"},
  };
}

}  // namespace romcast::claims
