// SPDX-License-Identifier: Apache-2.0
// Bar-Noy & Ho 1999, sections 1 to 3: lower bounds and k-Tree.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "claims/multiport.hpp"
#include "schedules/complete/box.hpp"
#include "schedules/complete/chain.hpp"

namespace romcast::claims {

Point on_ports(const Ported& size, const std::vector<std::string>& algorithms) {
  Point point{.at = {{"n", size.n}, {"m", size.m}, {"k", size.k}}};
  for (const std::string& algorithm : algorithms) {
    point.runs.push_back(
        fmt::format("-n complete --processors {} -p {} -c broadcast --messages {} -a {}", size.n,
                    size.k, size.m, algorithm));
  }
  return point;
}

Point solved_ports(const Ported& size) {
  std::vector<unsigned> strides(size.n / 2);
  std::iota(strides.begin(), strides.end(), 1U);
  return {
      {{"n", size.n}, {"m", size.m}, {"k", size.k}},
      {fmt::format("-n circulant --processors {} --strides {} -p {} -c broadcast --messages {} -a "
                   "exact --seconds 60",
                   size.n, fmt::join(strides, ","), size.k, size.m)}};
}

Grid port_grid(const std::vector<std::string>& algorithms,
               const std::function<bool(const Ported&)>& keep) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (const unsigned k : {2U, 3U, 4U, 5U, 6U, 8U}) {
      if (!full && k != 2 && k != 3 && k != 5) continue;
      const std::vector<unsigned> quick{2, 3, 5, 10, 15, 16, 27, 28, 36};
      const std::vector<unsigned> more{2,  3,  4,  5,  6,  8,  9,  10, 12, 15,
                                       16, 20, 27, 28, 35, 36, 50, 81, 100};
      for (const unsigned n : full ? more : quick) {
        for (const unsigned m : {1U, 2U, 5U, 7U, 16U}) {
          if (!full && (m == 2 || m == 16)) continue;
          if (!keep || keep({n, m, k})) all.push_back(on_ports({n, m, k}, algorithms));
        }
      }
    }
    return all;
  });
}

namespace {

const std::vector<std::string> kBest{"rotation-best", "k-tree"};

double k_tree_time(const Row& row) {
  return groups(row) +
         std::max(2U, ceil_log(std::uint64_t(k_of(row)), std::uint64_t(n_of(row) + 2 * k_of(row))));
}
double k_tree_time_b(const Row& row) {
  return groups(row) +
         std::max(2U, ceil_log(std::uint64_t(k_of(row)), std::uint64_t(n_of(row))) + 1);
}
double simple_bound(const Row& row) { return groups(row) - 1 + levels(row); }

// Receptions of the last group that leaves the broadcaster: its messages times n - 1.
double receptions(const Row& row) {
  return (std::fmod(m_of(row) - 1, k_of(row)) + 1) * (n_of(row) - 1);
}
std::optional<double> lemma_3(const Row& row) {
  if (receptions(row) <= full_size(row) - 1) return std::nullopt;
  return groups(row) + levels(row);
}

bool is_power(const Ported& size) {
  unsigned reached = size.k + 1;
  while (reached < size.n) reached *= size.k + 1;
  return reached == size.n;
}

// Numbers of children in the k trees, from the plan for one message per tree.
struct Trees {
  std::map<std::pair<unsigned, unsigned>, unsigned> children;  // by tree and processor
};
Trees trees_of(const Row& row) {
  const PlanView plan = view_plan(row, {.network = "complete",
                                        .collective = "broadcast",
                                        .ports = fmt::format("{}", k_of(row)),
                                        .algorithm = "k-tree",
                                        .options = {{"processors", fmt::format("{}", n_of(row))}},
                                        .messages = unsigned(k_of(row))});
  Trees trees;
  for (const Sent& hop : plan.hops) ++trees.children[{hop.message, hop.from}];
  return trees;
}

std::optional<double> most_children(const Row& row) {
  std::map<unsigned, double> children;
  for (const auto& [node, count] : trees_of(row).children) {
    if (node.second != 0) children[node.second] += count;
  }
  double most = 0;
  for (const auto& [processor, count] : children) most = std::max(most, count);
  return most;
}

std::optional<double> most_internal(const Row& row) {
  std::map<unsigned, double> internal;
  for (const auto& [node, count] : trees_of(row).children) {
    if (node.second != 0) ++internal[node.first];
  }
  double most = 0;
  for (const auto& [tree, count] : internal) most = std::max(most, count);
  return most;
}

double tree_height(const Row& row) {
  const complete::BoxShape trees{.kind = complete::BoxShape::Kind::trees,
                                 .processors = std::uint32_t(n_of(row)) - 1};
  return complete::box_time(trees, std::uint32_t(k_of(row))) + 1;
}

bool divides(const Ported& size) { return size.n > 2 && (size.n - 2) % size.k == 0; }

}  // namespace

std::vector<Claim> multiport_trees() {
  const auto k_tree = [](const std::function<bool(const Ported&)>& keep = {}) {
    return port_grid({"k-tree"}, keep);
  };
  return {
      {.id = "multiport-intro-others",
       .place = "introduction",
       .statement = "Optimal times of other models: telegraph, bidirectional telephone, "
                    "simultaneous send-receive, postal, LogP",
       .untestable = "the formulas are lost in the text that there is"},
      {.id = "multiport-intro-ktree",
       .place = "abstract and introduction",
       .statement = "k-Tree takes ceil(m/k) + max(2, ceil(log_k(n+2k))) rounds [reconstructed]",
       .tried = "as an upper bound",
       .grid = k_tree(),
       .relation = Relation::at_most,
       .printed = of(k_tree_time),
       .printed_text = "ceil(m/k) + max(2, ceil(log_k(n + 2k)))",
       .reconstructed = true},
      {.id = "multiport-intro-factor",
       .place = "introduction and section 3.6",
       .statement = "The delay term of k-Tree is optimal to the small factor log_k(k+1)",
       .tried = "rounds less ceil(m/k), against that factor times log_(k+1)(n+2k), rounded up by "
                "at most 1, or 2",
       .grid = k_tree(),
       .measured = [](const Row& r) -> std::optional<double> {
         return r.run().cycles.value_or(0) - groups(r);
       },
       .relation = Relation::at_most,
       .printed = of([](const Row& r) {
         const double factor = log_of(k_of(r), k_of(r) + 1);
         return std::max(2.0, factor * log_of(k_of(r) + 1, n_of(r) + 2 * k_of(r)) + 1);
       }),
       .printed_text = "max(2, log_k(k+1) log_(k+1)(n + 2k) + 1)",
       .slack = 0.4},
      {.id = "multiport-lem1",
       .place = "Lemma 1",
       .statement = "One message needs at least ceil(log_(k+1) n) rounds",
       .tried = "the faster of two schedules; the smallest sizes by a solver, too",
       .grid = with(port_grid(kBest, [](const Ported& s) { return s.m == 1; }),
                    {solved_ports({5, 1, 2}), solved_ports({7, 1, 2}), solved_ports({5, 1, 3})}),
       .measured = fewest,
       .relation = Relation::at_least,
       .printed = of(levels),
       .printed_text = "ceil(log_(k+1) n)",
       .sense = Sense::bound},
      {.id = "multiport-lem2",
       .place = "Lemma 2",
       .statement = "m messages need at least ceil(m/k) - 1 + ceil(log_(k+1) n) rounds",
       .tried = "the faster of two schedules; the smallest sizes by a solver, too",
       .grid = with(port_grid(kBest),
                    {solved_ports({5, 3, 2}), solved_ports({7, 4, 2}), solved_ports({5, 4, 3})}),
       .measured = fewest,
       .relation = Relation::at_least,
       .printed = of(simple_bound),
       .printed_text = "ceil(m/k) - 1 + L",
       .sense = Sense::bound},
      {.id = "multiport-lem3",
       .place = "Lemma 3",
       .statement = "With b = ((m-1) mod k) + 1: if b(n-1) > (k+1)^L - 1, at least ceil(m/k) + L "
                    "rounds [reconstructed]",
       .tried = "the faster of two schedules; the smallest sizes by a solver, too",
       .grid = with(port_grid(kBest),
                    {solved_ports({3, 2, 2}), solved_ports({7, 4, 2}), solved_ports({5, 3, 3})}),
       .measured = fewest,
       .relation = Relation::at_least,
       .printed = lemma_3,
       .printed_text = "ceil(m/k) + L",
       .sense = Sense::bound,
       .reconstructed = true},
      {.id = "multiport-example2",
       .place = "Example 2",
       .statement = "k | m: the bound is ceil(m/k) + L for n > ((k+1)^L - 1)/k + 1 [reconstructed]",
       .tried = "the faster of two schedules, k | m; the smallest sizes by a solver, too",
       .grid = with(points_of([](bool full) {
                      std::vector<Point> all;
                      for (unsigned k = 2; k <= (full ? 6U : 3U); ++k) {
                        for (unsigned n = 2; n <= (full ? 60U : 28U); n += full ? 1 : 2) {
                          all.push_back(on_ports({n, 2 * k, k}, kBest));
                        }
                      }
                      return all;
                    }),
                    {solved_ports({3, 2, 2}), solved_ports({7, 2, 2}), solved_ports({7, 4, 2})}),
       .measured = fewest,
       .relation = Relation::at_least,
       .printed = [](const Row& r) -> std::optional<double> {
         if (n_of(r) <= (full_size(r) - 1) / k_of(r) + 1) return std::nullopt;
         return groups(r) + levels(r);
       },
       .printed_text = "ceil(m/k) + L",
       .sense = Sense::bound,
       .reconstructed = true},
      {.id = "multiport-cor4-1",
       .place = "Corollary 4, case 1",
       .statement = "n = (k+1)^L, m mod k = 1: at least ceil(m/k) + L - 1",
       .tried = "clipped-cube, the fastest there; the smallest sizes by a solver, too",
       .grid = with(port_grid({"clipped-cube"},
                              [](const Ported& s) { return is_power(s) && s.m % s.k == 1; }),
                    {solved_ports({3, 3, 2}), solved_ports({9, 1, 2})}),
       .relation = Relation::at_least,
       .printed = of(simple_bound),
       .printed_text = "ceil(m/k) + L - 1",
       .sense = Sense::bound,
       .reconstructed = true},
      {.id = "multiport-cor4-2",
       .place = "Corollary 4, case 2",
       .statement = "n = (k+1)^L otherwise: at least ceil(m/k) + L",
       .tried = "the faster of two schedules; the smallest sizes by a solver, too",
       .grid = with(port_grid(kBest, [](const Ported& s) { return is_power(s) && s.m % s.k != 1; }),
                    {solved_ports({3, 2, 2}), solved_ports({9, 2, 2})}),
       .measured = fewest,
       .relation = Relation::at_least,
       .printed = of([](const Row& r) { return simple_bound(r) + 1; }),
       .printed_text = "ceil(m/k) + L",
       .sense = Sense::bound,
       .reconstructed = true},
      {.id = "multiport-lem5",
       .place = "Lemma 5",
       .statement = "A schedule for endless messages in which all know each after L rounds gives "
                    "ceil(m/k) + L",
       .tried = "rotation-best: L the rounds after which all know a message, in the trace",
       .grid = port_grid({"rotation-best"}),
       .relation = Relation::at_most,
       .printed = [](const Row& r) -> std::optional<double> {
         return groups(r) + r.run()["item_delay"].value_or(0) - 1;
       },
       .printed_text = "ceil(m/k) + rounds after which all know a message",
       .reconstructed = true},
      {.id = "multiport-thm6",
       .place = "Theorem 6",
       .statement = "k spanning trees of height h with at most k children per node in all: "
                    "ceil(m/k) + h - 1",
       .tried = "h of the trees of k-Tree",
       .grid = k_tree(),
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return groups(r) + tree_height(r) - 1; }),
       .printed_text = "ceil(m/k) + h - 1",
       .reconstructed = true},
      {.id = "multiport-sec3.3",
       .place = "section 3.3, Figure 1",
       .statement = "k divides n-2: (n-2)/k internal nodes per tree suffice; example n = 12, k = 5",
       .tried = "most processors that send in one of the trees of the plan that ran",
       .grid = k_tree(divides),
       .measured = most_internal,
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return (n_of(r) - 2) / k_of(r); }),
       .printed_text = "(n-2)/k"},
      {.id = "multiport-sec3.4",
       .place = "section 3.4, Figure 2",
       .statement = "k does not divide n-2: every processor keeps at most k children",
       .tried = "most children of a processor in all trees of the plan that ran",
       .grid = k_tree([](const Ported& s) { return s.n > s.k + 1 && !divides(s); }),
       .measured = most_children,
       .relation = Relation::at_most,
       .printed = of(k_of),
       .printed_text = "k"},
      {.id = "multiport-sec3.5",
       .place = "section 3.5, Figure 3",
       .statement = "Small n: the second leaf is the first child; height at most 3",
       .tried = "3 <= n <= k+1: rounds, which a height of 3 makes ceil(m/k) + 2 at most",
       .grid = k_tree([](const Ported& s) { return s.n >= 3 && s.n <= s.k + 1; }),
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return groups(r) + 2; }),
       .printed_text = "ceil(m/k) + 3 - 1"},
      {.id = "multiport-sec3.6",
       .place = "section 3.6",
       .statement = "Time at most ceil(m/k) + max(2, ceil(log_k(n+2k))) [reconstructed]",
       .grid = k_tree(),
       .relation = Relation::at_most,
       .printed = of(k_tree_time),
       .printed_text = "ceil(m/k) + max(2, ceil(log_k(n + 2k)))",
       .reconstructed = true},
      {.id = "multiport-sec3.6-b",
       .place = "section 3.6",
       .statement = "Time at most ceil(m/k) + max(2, ceil(log_k n) + 1) for n, k >= 2 "
                    "[reconstructed]",
       .grid = k_tree(),
       .relation = Relation::at_most,
       .printed = of(k_tree_time_b),
       .printed_text = "ceil(m/k) + max(2, ceil(log_k n) + 1)",
       .reconstructed = true},
      {.id = "multiport-table1",
       .place = "Table 1",
       .statement = "Rounds above the simple lower bound for selected k and n",
       .untestable = "the entries are lost in the text that there is"},
  };
}

}  // namespace romcast::claims
