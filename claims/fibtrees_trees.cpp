// SPDX-License-Identifier: Apache-2.0
// Bruck, Cypher & Ho 1992: the claims about trees, their labels, and the appendix.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "claims/fibtrees.hpp"

namespace romcast::claims {

double fibonacci_nodes(unsigned d, unsigned t) {
  std::vector<double> nodes;
  for (unsigned i = 0; i <= t; ++i) {
    double sum = 1;
    for (unsigned j = 1; j <= d && i >= d; ++j) sum += nodes[i - j];
    nodes.push_back(sum);
  }
  return nodes[t];
}

double fibonacci_index(unsigned d, double nodes) {
  unsigned t = 0;
  while (fibonacci_nodes(d, t) < nodes) ++t;
  return t;
}

double numbers_of_order(unsigned d, unsigned t) {
  std::vector<double> g{0, 1};
  for (unsigned i = 2; i <= t; ++i) {
    double sum = i < d ? std::exp2(i - 2.0) : 0;
    for (unsigned j = 1; i >= d && j <= d; ++j) sum += g[i - j];
    g.push_back(sum);
  }
  return g[t];
}

namespace {

unsigned t_of(const Row& row) { return unsigned(row["t"]); }

// Figures of Fibonacci trees. grow() adds the figures of FT_d(t), built by Definition 3.4, with the
// labels of Definition 3.5; the root has `label`.
struct FibonacciTree {
  std::size_t nodes = 0, internal = 0, leaves = 0, alike = 0;
  unsigned largest = 0;
  std::map<unsigned, std::size_t> of_label{};

  void grow(unsigned d, unsigned t, unsigned label) {
    ++nodes;
    largest = std::max(largest, label);
    ++of_label[label];
    if (t < d) {
      ++leaves;
      return;
    }
    ++internal;
    std::set<unsigned> residues;
    for (unsigned i = 1; i <= d; ++i) {
      if (!residues.insert((label + i) % d).second) ++alike;
      grow(d, t - i, label + i);
    }
  }
};

// A drawing of FT_d(t) whose root has `label`: each node's line shows the branch to the node, then
// the node's label. All lines but the first begin with `above`.
std::string drawn_tree(unsigned d, unsigned t, unsigned label = 0, const std::string& above = "") {
  std::string text = fmt::format("{}\n", label);
  for (unsigned i = 1; t >= d && i <= d; ++i) {
    text += above + "+-" + drawn_tree(d, t - i, label + i, above + (i < d ? "| " : "  "));
  }
  return text;
}

FibonacciTree tree_of(const Row& row, unsigned label = 0) {
  FibonacciTree tree;
  tree.grow(degree_of(row), t_of(row), label);
  return tree;
}

Grid orders(unsigned most_d, unsigned most_t, unsigned least_above_d = 0) {
  return points_of([=](bool) {
    std::vector<Point> all;
    for (unsigned d = 2; d <= most_d; ++d) {
      for (unsigned t = least_above_d > 0 ? d + least_above_d : 0; t <= most_t; ++t) {
        all.push_back({{{"d", d}, {"t", t}}, {}});
      }
    }
    return all;
  });
}

// The root between 1 and 2 of x^(d+1) = 2 x^d - 1.
double root_of_order(unsigned d) {
  double low = 2 - std::exp2(1.0 - d), high = 2;
  for (int i = 0; i < 200; ++i) {
    const double x = (low + high) / 2;
    (std::pow(x, d + 1.0) - 2 * std::pow(x, d) + 1 < 0 ? low : high) = x;
  }
  return low;
}
double theorem_a2(const Row& row, double divisor) {
  const double x = root_of_order(degree_of(row));
  return (x - 1) / (divisor - 2 * degree_of(row)) * std::pow(x, t_of(row) - 1.0) + 0.5;
}

Grid degrees(unsigned most) {
  return points_of([=](bool) {
    std::vector<Point> all;
    for (unsigned d = 2; d <= most; ++d) all.push_back({{{"d", d}}, {}});
    return all;
  });
}

// A point for each label of FT_d(6). According to Definition 3.5 a node with a label of at most
// 6 - d has children with the next d labels.
Grid labels_of_order_6(unsigned d) {
  return points_of([=](bool) {
    std::vector<Point> all;
    for (unsigned label = 0; label <= 6; ++label) {
      all.push_back({{{"d", d}, {"t", 6}, {"label", label}}, {}});
    }
    return all;
  });
}
std::optional<double> nodes_of_label(const Row& row) {
  return double(tree_of(row).of_label[unsigned(row["label"])]);
}
Claim order_6(unsigned d, const std::vector<double>& nodes) {
  return {.id = fmt::format("fibtrees-fig{}", d - 1),
          .place = fmt::format("Figure {}", d - 1),
          .statement = fmt::format("FT_{}(6) with its labels", d),
          .tried =
              "its nodes of each label, counted; the drawing is lost, and the numbers are those "
              "of Definition 3.5, by hand",
          .grid = labels_of_order_6(d),
          .measured = nodes_of_label,
          .printed = of([nodes](const Row& r) { return nodes.at(std::size_t(r["label"])); }),
          .printed_text = fmt::format("{} nodes", fmt::join(nodes, ", ")),
          .drawing = [d] { return drawn_tree(d, 6); }};
}

Grid sizes_of_index() {
  return points_of([](bool) {
    std::vector<Point> all;
    for (unsigned d = 2; d <= 10; ++d) {
      for (double n = 1; n < 1e15; n = std::floor(n * 1.7) + 1)
        all.push_back({{{"d", d}, {"n", n}}, {}});
    }
    return all;
  });
}

}  // namespace

std::vector<Claim> fibtrees_trees() {
  const auto nodes = [](const Row& r) -> std::optional<double> { return double(tree_of(r).nodes); };
  return {
      {.id = "fibtrees-lem3.2",
       .place = "Lemma 3.2",
       .statement = "A full d-ary tree with x internal nodes has x(d-1) + 1 leaves",
       .tried = "Fibonacci trees, counted",
       .grid = orders(7, 12),
       .measured = [](const Row& r) -> std::optional<double> { return double(tree_of(r).leaves); },
       .printed =
           of([](const Row& r) { return double(tree_of(r).internal) * (degree_of(r) - 1) + 1; }),
       .printed_text = "x (d-1) + 1"},
      {.id = "fibtrees-def3.4",
       .place = "Definition 3.4",
       .statement = "FT_d(t) is a full d-ary tree; its nodes follow F_d(t) = 1 + sum F_d(t-i), "
                    "F_d(t) = 1 for t < d",
       .tried = "trees made as defined, counted",
       .grid = orders(7, 14),
       .measured = nodes,
       .printed = of([](const Row& r) { return fibonacci_nodes(degree_of(r), t_of(r)); }),
       .printed_text = "F_d(t)"},
      {.id = "fibtrees-def3.5",
       .place = "Definition 3.5",
       .statement = "The largest base-x label of FT_d(t) is t + x; labels of siblings differ "
                    "modulo d",
       .tried = "x = 5; the largest label if no two siblings agree",
       .grid = orders(7, 12),
       .measured = [](const Row& r) -> std::optional<double> {
         const FibonacciTree tree = tree_of(r, 5);
         return tree.alike > 0 ? 1e9 : tree.largest;
       },
       .printed = of([](const Row& r) { return t_of(r) + 5; }),
       .printed_text = "t + x",
       .corrected = of([](const Row& r) { return t_of(r) < degree_of(r) ? 5 : t_of(r) + 5; }),
       .corrected_text = "t + x from t = d on; x below, where the tree is one node",
       .repair = Repair::misprint,
       .why = "Below t = d the tree is one node, whose label is x."},
      {.id = "fibtrees-thm3.7",
       .place = "Theorem 3.7",
       .statement = "F_d(t) >= (2 - 2^(1-d))^(t-d-4) for d >= 2, t >= d+2",
       .tried = "computed",
       .grid = orders(12, 60, 2),
       .measured = [](const Row& r) -> std::optional<double> {
         return fibonacci_nodes(degree_of(r), t_of(r));
       },
       .relation = Relation::at_least,
       .printed = of([](const Row& r) {
         return std::pow(2 - std::exp2(1.0 - degree_of(r)), double(t_of(r)) - degree_of(r) - 4);
       }),
       .printed_text = "(2 - 2^(1-d))^(t-d-4)",
       .slack = 8.6},
      {.id = "fibtrees-thm3.9",
       .place = "Theorem 3.9",
       .statement = "f_d(n) <= log n + 3 log n/(2^d - 3) + d + 5, d >= 2",
       .tried = "computed",
       .grid = sizes_of_index(),
       .measured = [](const Row& r) -> std::optional<double> {
         return fibonacci_index(degree_of(r), r["n"]);
       },
       .relation = Relation::at_most,
       .printed = of([](const Row& r) {
         const double log_n = std::log2(r["n"]);
         return log_n + 3 * log_n / (std::exp2(degree_of(r)) - 3) + degree_of(r) + 5;
       }),
       .printed_text = "log n + 3 log n/(2^d - 3) + d + 5",
       .slack = 6.1},
      order_6(2, {1, 1, 2, 3, 5, 8, 5}),
      order_6(3, {1, 1, 2, 4, 7, 6, 4}),
      {.id = "fibtrees-thmA.2",
       .place = "Theorem A.2",
       .statement = "G_d(t) = ceil((x-1)/((d+1)x^d - 2d) x^(t-1) + 0.5)",
       .tried = "computed; x by bisection",
       .grid = orders(8, 20, 1),
       .measured = [](const Row& r) -> std::optional<double> {
         return numbers_of_order(degree_of(r), t_of(r));
       },
       .printed = of([](const Row& r) {
         const double x = root_of_order(degree_of(r));
         return std::ceil(theorem_a2(r, (degree_of(r) + 1) * std::pow(x, degree_of(r))));
       }),
       .printed_text = "ceil((x-1)/((d+1)x^d - 2d) x^(t-1) + 0.5)",
       .corrected = of([](const Row& r) {
         return std::floor(theorem_a2(r, (degree_of(r) + 1) * root_of_order(degree_of(r))));
       }),
       .corrected_text = "floor((x-1)/((d+1)x - 2d) x^(t-1) + 0.5)",
       .repair = Repair::misprint,
       .why = "The sum of a root of the characteristic polynomial has (d+1)x in its divisor, and "
              "rounding to the nearest number is a floor of the value + 0.5."},
      {.id = "fibtrees-A-x",
       .place = "Theorem A.2",
       .statement = "2 - 2^(1-d) < x < 2 - 2^(-d)",
       .tried = "computed: the smaller of the distances of x from both ends",
       .grid = degrees(12),
       .measured = [](const Row& r) -> std::optional<double> {
         const double x = root_of_order(degree_of(r));
         return std::min(x - 2 + std::exp2(1.0 - degree_of(r)),
                         2 - std::exp2(-1.0 * degree_of(r)) - x);
       },
       .relation = Relation::more,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "fibtrees-lemA.3",
       .place = "Lemma A.3",
       .statement = "F_d(t) >= G_d(t-d+3) for t >= d-2; F_d(t) = 2^(t-d) d + 1 for d <= t < 2d",
       .tried = "computed; -1 where the second part fails",
       .grid = orders(12, 40, 1),
       .measured = [](const Row& r) -> std::optional<double> {
         const double nodes_here = fibonacci_nodes(degree_of(r), t_of(r));
         const bool second = t_of(r) < 2 * degree_of(r);
         const double power_of_two = std::exp2(double(t_of(r)) - degree_of(r)) * degree_of(r) + 1;
         return second && nodes_here != power_of_two ? -1 : nodes_here;
       },
       .relation = Relation::at_least,
       .printed = of(
           [](const Row& r) { return numbers_of_order(degree_of(r), t_of(r) - degree_of(r) + 3); }),
       .printed_text = "G_d(t-d+3)",
       .slack = 2},
      {.id = "fibtrees-A-11",
       .place = "appendix A, proof",
       .statement = "(1 - 2^(1-d))/((d+1)(2 - 2^(-d))^d - 2d) >= 1/11",
       .tried = "computed: 1/11 against the fraction",
       .grid = degrees(16),
       .measured = constant(1.0 / 11),
       .relation = Relation::at_most,
       .printed = of([](const Row& r) {
         const double d = degree_of(r), x = 2 - std::exp2(-d);
         return (1 - std::exp2(1 - d)) / ((d + 1) * std::pow(x, d) - 2 * d);
       }),
       .printed_text = "(1 - 2^(1-d))/((d+1)(2 - 2^(-d))^d - 2d)",
       .corrected = of([](const Row& r) {
         const double d = degree_of(r), x = 2 - std::exp2(-d);
         return (1 - std::exp2(1 - d)) / ((d + 1) * x - 2 * d);
       }),
       .corrected_text = "(1 - 2^(1-d))/((d+1)(2 - 2^(-d)) - 2d)",
       .repair = Repair::misprint,
       .slack = 0.4,
       .why = "As in Theorem A.2, the divisor has (d+1)x instead of (d+1)x^d."},
  };
}

}  // namespace romcast::claims
