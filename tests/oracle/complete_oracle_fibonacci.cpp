// SPDX-License-Identifier: Apache-2.0
// Broadcasts along d generalized Fibonacci trees in turn (Bruck, Cypher & Ho, section 4).
#include <algorithm>
#include <array>
#include <queue>
#include <stdexcept>

#include "complete_oracle.hpp"

namespace oracle::complete {
namespace {

// Decomposition of n: the broadcaster, d trees of s processors each, beta * d inserted processors,
// and an array of alpha processors.
struct Split {
  unsigned n, d;
  unsigned alpha = (n - 1) % d;
  unsigned beta = ((n - alpha - 1) / d - 1) % d;
  unsigned s = (n - alpha - beta * d - 1) / d;
  unsigned internal = (s - 1) / d;
};

// The tree T_0, whose shape all trees have. A label is the round in which a node receives its first
// message; the leaf with the smallest label gets the next d children.
struct Treetop {
  std::vector<unsigned> label;                  // [node]
  std::vector<std::vector<unsigned>> children;  // [internal node]
  std::vector<unsigned> leaves;                 // by label

  explicit Treetop(const Split& split) : label{0} {
    using Entry = std::array<unsigned, 2>;  // label, node
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    open.push({0, 0});
    children.resize(split.s);
    for (unsigned count = 0; count < split.internal; ++count) {
      const auto [lowest, node] = open.top();
      open.pop();
      for (unsigned i = 1; i <= split.d; ++i) {
        const auto child = static_cast<unsigned>(label.size());
        children[node].push_back(child);
        label.push_back(lowest + i);
        open.push({lowest + i, child});
      }
    }
    for (; !open.empty(); open.pop()) leaves.push_back(open.top()[1]);
  }
};

// The entry of a square whose rows and columns hold each value once, and whose entry (i, i) is i.
unsigned idempotent_square(unsigned order, unsigned row, unsigned column) {
  if (order % 2 == 1) return (2 * column + order - row) % order;
  const unsigned odd = order - 1;  // the new value; it replaces the entries (row, row + 1)
  if (row == odd && column == odd) return odd;
  if (row == odd) return idempotent_square(odd, (column + odd - 1) % odd, column);
  if (column == odd) return idempotent_square(odd, row, (row + 1) % odd);
  return (row + 1) % odd == column ? odd : idempotent_square(odd, row, column);
}

struct Edge {
  unsigned from, to, label;
};

struct Builder {
  Split split;
  // If true, the ranks of the leaves count from the last leaf, so that the roots of the other trees
  // and v hang below the last leaf. v is the first processor of the array; absent if alpha is 0.
  bool roots_last = false;
  Treetop top{split};
  std::vector<Edge> edges{};  // of the current tree

  unsigned processor(unsigned tree, unsigned node) const { return 1 + tree * split.s + node; }
  unsigned inserted(unsigned leaf, unsigned c) const {
    return 1 + split.s * split.d + leaf * split.d + c - 1;
  }
  unsigned virtual_one() const { return 1 + split.s * split.d + split.beta * split.d; }

  // Adds `child` below the leaf with this rank; the child receives in the first possible round that
  // is `residue` modulo d. Below the first beta leaves, an inserted processor lies between leaf and
  // child. If `absent`, at most the inserted processor is added. If the child is v, adds the other
  // processors of the array in a row below v.
  void hang(unsigned tree, unsigned rank, unsigned child, unsigned residue, bool absent) {
    const auto place = roots_last ? top.leaves.size() - 1 - rank : rank;
    const unsigned leaf = top.leaves[place], from = processor(tree, leaf);
    const unsigned known = top.label[leaf] + tree;
    const bool between = rank < split.beta;
    unsigned label = known + (between ? 2 : 1);
    while (label % split.d != residue % split.d) ++label;
    if (between) {
      const unsigned middle = inserted(rank, label - 1 - known);
      edges.push_back({from, middle, label - 1});
      if (!absent) edges.push_back({middle, child, label});
    } else if (!absent) {
      edges.push_back({from, child, label});
    }
    if (child != virtual_one()) return;
    for (unsigned i = 1; i < split.alpha; ++i)
      edges.push_back({child + i - 1, child + i, label + i});
  }

  // Adds the roots of the other trees, and v, below the leaf with rank 0.
  void hang_roots(unsigned tree) {
    for (unsigned other = 0; other < split.d; ++other)
      if (other != tree)
        hang(tree, 0, processor(other, 0), idempotent_square(split.d, tree, other), false);
    hang(tree, 0, virtual_one(), tree, split.alpha == 0);
  }

  void hang_siblings(unsigned tree) {
    unsigned rank = 1;
    for (unsigned other = 0; other < split.d; ++other)
      for (unsigned node = 0; node < split.s && other != tree; ++node) {
        for (const unsigned child : top.children[node])
          hang(tree, rank, processor(other, child),
               top.label[child] + 2 * other + split.d - tree % split.d, false);
        if (!top.children[node].empty()) ++rank;
      }
  }

  void plant(unsigned tree) {
    edges.assign(1, {0, processor(tree, 0), tree});
    for (unsigned node = 0; node < split.s; ++node)
      for (const unsigned child : top.children[node])
        edges.push_back({processor(tree, node), processor(tree, child), top.label[child] + tree});
    hang_roots(tree);
    hang_siblings(tree);
  }
};

}  // namespace

bool fibonacci_fits(unsigned n, unsigned d) {
  return d >= 3 && n > d && (n <= 3 * d || n >= d * d + d + 1);
}

namespace {

Sends fibonacci_sends(const Job& job, unsigned d, bool roots_last) {
  Builder builder{.split = {job.n, d}, .roots_last = roots_last};
  Sends sends;
  for (unsigned tree = 0; tree < d; ++tree) {
    builder.plant(tree);
    for (unsigned message = tree; message < job.m; message += d)
      for (const Edge& edge : builder.edges)
        sends.push_back({edge.label + message - tree, edge.from, edge.to, message});
  }
  return sends;
}

unsigned last_round(const Sends& sends) {
  unsigned last = 0;
  for (const auto& send : sends) last = std::max(last, send.round);
  return last;
}

}  // namespace

// The sends of the broadcast along d trees. In each tree the roots of the other trees hang below
// the first leaf; if no processors are inserted (beta = 0) and the broadcast is shorter with the
// roots below the last leaf, they hang there. Throws if !fibonacci_fits(n, d).
Sends fibonacci(const Job& job, unsigned d) {
  if (!fibonacci_fits(job.n, d)) throw std::invalid_argument("too few leaves");
  Sends sends = fibonacci_sends(job, d, false);
  if (Split{job.n, d}.beta > 0) return sends;
  Sends other = fibonacci_sends(job, d, true);
  return last_round(other) < last_round(sends) ? other : sends;
}

std::uint64_t fibonacci_number(unsigned d, unsigned t) {
  std::vector<std::uint64_t> numbers;
  for (unsigned i = 0; i <= t; ++i) {
    numbers.push_back(1);
    for (unsigned back = 1; back <= d && i >= d; ++back) numbers[i] += numbers[i - back];
  }
  return numbers[t];
}

unsigned fibonacci_order(unsigned d, std::uint64_t at_least) {
  unsigned t = 0;
  while (fibonacci_number(d, t) < at_least) ++t;
  return t;
}

unsigned fibonacci_formula(const Job& job, unsigned d) {
  const Split split{job.n, d};
  const unsigned order = fibonacci_order(d, split.s);
  // If v is absent and would be the last child of the only leaf with the largest label, a round is
  // saved.
  const bool spared = split.alpha == 0 && split.beta == 0 && order > 0 && order % d == 0 &&
                      split.s == fibonacci_number(d, order - 1) + d;
  return job.m + order + d - (spared ? 1 : 0);
}

unsigned fibonacci_printed(const Job& job, unsigned d) {
  const unsigned reached = job.m + fibonacci_order(d, ceil_div(job.n - 1, d));
  if (job.n % (d * d) == d + 1) return reached + d - 1;
  return job.n % d == 1 ? reached + d : reached + 2 * d - 2;
}

}  // namespace oracle::complete
