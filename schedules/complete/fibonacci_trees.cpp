// SPDX-License-Identifier: Apache-2.0
#include "schedules/complete/fibonacci_trees.hpp"

#include <algorithm>

namespace romcast::complete {
namespace {

// T_0, a full d-ary tree whose shape all T_i have: the top of the Fibonacci tree, in which the
// children of a node with label t have the labels t+1 .. t+d. Nodes are numbered in the order in
// which they are made: the leaf with the smallest label gets children next.
class Shape {
 public:
  Shape(std::uint32_t nodes, std::uint32_t internal, std::uint32_t d) {
    label_.reserve(nodes);
    label_.push_back(0);
    std::vector<std::vector<NodeId>> waiting{{0}};  // leaves by label, oldest first
    std::uint32_t label = 0;
    for (; internal_.size() < internal; ++label) {
      waiting.resize(std::max<std::size_t>(waiting.size(), label + d + 1));
      std::size_t used = 0;
      for (; used < waiting[label].size() && internal_.size() < internal; ++used) {
        internal_.push_back(waiting[label][used]);
        for (std::uint32_t c = 1; c <= d; ++c) {
          waiting[label + c].push_back(static_cast<NodeId>(label_.size()));
          label_.push_back(label + c);
        }
      }
      waiting[label].erase(waiting[label].begin(),
                           waiting[label].begin() + static_cast<long>(used));
    }
    for (const auto& leaves : waiting) leaves_.insert(leaves_.end(), leaves.begin(), leaves.end());
  }
  [[nodiscard]] std::uint32_t label(NodeId node) const { return label_[node]; }
  /// The leaves, sorted by label, those with one label by number. (The paper's "i-th leaf" must
  /// mean this order: in the order of the drawing, an inserted processor would have to send or
  /// receive twice in a round.)
  [[nodiscard]] const std::vector<NodeId>& leaves() const { return leaves_; }
  /// The i-th internal node; its children are the nodes 1 + i*d .. (i+1)*d.
  [[nodiscard]] NodeId internal(std::uint32_t i) const { return internal_[i]; }

 private:
  std::vector<std::uint32_t> label_;
  std::vector<NodeId> internal_, leaves_;
};

// The residue modulo d of the label of the edge to root i in tree j. The residues form a Latin
// square with 0, 1, 2, .. on its diagonal, so that in no round a leaf sends twice or a root
// receives twice. For odd d the residue is the paper's 2i - j; for even d the square is the
// idempotent Latin square of order d-1 with its broken diagonal (r, r+1) moved into a new row and
// column.
std::uint32_t root_residue(std::uint32_t j, std::uint32_t i, std::uint32_t d) {
  if (d % 2 == 1) return (2 * i + d - j) % d;
  const std::uint32_t b = d - 1;
  const auto square = [b](std::uint32_t r, std::uint32_t c) {
    return static_cast<std::uint32_t>(std::uint64_t{r + c} * ((b + 1) / 2) % b);
  };
  if (j == b && i == b) return b;
  if (j == b) return square((i + b - 1) % b, i);
  if (i == b) return square(j, (j + 1) % b);
  return i == (j + 1) % b ? b : square(j, i);
}

// Smallest integer above `label` with this residue modulo d.
std::uint32_t next_label(std::uint32_t label, std::uint32_t residue, std::uint32_t d) {
  return label + 1 + (residue + d - (label + 1) % d) % d;
}

// Spanning tree j: T_j, and the edges from its leaves to the other processors.
class Tree {
 public:
  Tree(const FibonacciSplit& split, const Shape& shape, std::uint32_t j, std::vector<Edge>& edges)
      : split_(split), shape_(shape), d_(split.d), j_(j), edges_(edges) {}

  void build() {
    add(0, processor(j_, 0), j_);
    for (std::uint32_t i = 0; i < split_.internal; ++i) {
      const NodeId parent = shape_.internal(i);
      for (std::uint32_t c = 1; c <= d_; ++c) {
        const NodeId child = i * d_ + c;
        add(processor(j_, parent), processor(j_, child), shape_.label(child) + j_);
      }
    }
    // The paper leaves open which leaf sends to which processors. If the first leaf sends to the
    // roots of the other T_i and to v (see array()), the largest label is smallest.
    for (std::uint32_t i = 0; i < d_; ++i) {
      if (i != j_) leaf_edge(0, processor(i, 0), root_residue(j_, i, d_));
    }
    array();
    std::uint32_t e = 1;
    for (std::uint32_t i = 0; i < d_; ++i) {
      if (i == j_) continue;
      for (std::uint32_t w = 0; w < split_.internal; ++w, ++e) sibling_set(e, i, w);
    }
  }

 private:
  [[nodiscard]] NodeId processor(std::uint32_t tree, NodeId node) const {
    return 1 + tree * split_.group + node;
  }
  void add(NodeId from, NodeId to, std::uint32_t label) { edges_.push_back({from, to, label, j_}); }

  // The e-th leaf in ascending order of label; in descending order if ends_early(), as the virtual
  // node is then a child of leaf 0, which must have the largest label.
  [[nodiscard]] NodeId leaf_at(std::uint32_t e) const {
    return split_.ends_early() ? shape_.leaves()[shape_.leaves().size() - 1 - e]
                               : shape_.leaves()[e];
  }
  // Adds the edge from the e-th leaf to `to`, with a label that is `residue` modulo d. If e < beta,
  // adds instead the edge from this leaf to an inserted processor and, unless `to` is kNone, the
  // edge with such a label from the inserted processor to `to`.
  void leaf_edge(std::uint32_t e, NodeId to, std::uint32_t residue) {
    const NodeId leaf = leaf_at(e);
    const std::uint32_t label = shape_.label(leaf) + j_;
    if (e >= split_.beta) {
      add(processor(j_, leaf), to, next_label(label, residue, d_));
      return;
    }
    const std::uint32_t last = next_label(label + 1, residue, d_);
    const NodeId between = 1 + split_.group * d_ + e * d_ + (last - label - 2);
    add(processor(j_, leaf), between, last - 1);
    if (to != kNone) add(between, to, last);
  }
  void sibling_set(std::uint32_t e, std::uint32_t tree, std::uint32_t internal) {
    for (std::uint32_t c = 1; c <= d_; ++c) {
      const NodeId child = internal * d_ + c;
      leaf_edge(e, processor(tree, child), (shape_.label(child) + 2 * tree + d_ - j_) % d_);
    }
  }
  // Adds v, the first of the alpha chained processors, and the others after it. If alpha = 0, v is
  // not added, but if beta > 0 the processor between the first leaf and v is added.
  void array() {
    const NodeId first = 1 + (split_.group + split_.beta) * d_;
    if (split_.alpha == 0 && split_.beta == 0) return;
    leaf_edge(0, split_.alpha == 0 ? kNone : first, j_);
    std::uint32_t label = edges_.back().label;
    for (NodeId v = first; v + 1 < first + split_.alpha; ++v) add(v, v + 1, ++label);
  }

  const FibonacciSplit& split_;
  const Shape& shape_;
  const std::uint32_t d_, j_;
  std::vector<Edge>& edges_;
};

}  // namespace

FibonacciSplit::FibonacciSplit(std::uint32_t n, std::uint32_t degree)
    : d(degree), alpha((n - 1) % d), beta(((n - alpha - 1) / d - 1) % d) {
  group = (n - alpha - beta * d - 1) / d;
  internal = (group - 1) / d;
}

bool FibonacciSplit::ends_early() const {
  if (alpha > 0 || beta > 0 || group <= d) return false;
  const std::uint32_t last = fibonacci_order(d, group);
  return last % d == 0 && fibonacci_order(d, group - d) < last;
}

bool fibonacci_covers(std::uint32_t n, std::uint32_t degree) {
  const std::uint64_t d = degree;
  return d >= 3 && n > d && (n <= 3 * d || n >= d * d + d + 1);
}

std::uint32_t fibonacci_order(std::uint32_t degree, std::uint64_t nodes) {
  std::vector<std::uint64_t> sizes(degree, 1);
  if (nodes <= 1) return 0;
  while (sizes.back() < nodes) {
    std::uint64_t sum = 1;
    for (std::uint32_t i = 1; i <= degree; ++i) sum += sizes[sizes.size() - i];
    sizes.push_back(sum);
  }
  return static_cast<std::uint32_t>(sizes.size() - 1);
}

std::vector<Edge> fibonacci_edges(std::uint32_t n, std::uint32_t degree) {
  const FibonacciSplit split(n, degree);
  const Shape shape(split.group, split.internal, degree);
  std::vector<Edge> edges;
  edges.reserve(std::size_t{degree} * (n - 1));
  for (std::uint32_t j = 0; j < degree; ++j) Tree(split, shape, j, edges).build();
  return edges;
}

}  // namespace romcast::complete
