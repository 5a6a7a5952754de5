// SPDX-License-Identifier: Apache-2.0
// The neighbours of all nodes of a star graph, for searches that visit all nodes again and again.
#pragma once

#include <span>
#include <vector>

#include "romcast/core/star_graph.hpp"

namespace romcast::star {

class Neighbours {
 public:
  explicit Neighbours(const StarGraph& graph) : degree_(graph.symbols() - 1) {
    table_.reserve(graph.nodes() * degree_);
    for (NodeId v = 0; v < graph.nodes(); ++v) {
      for (unsigned d = 2; d <= graph.symbols(); ++d) table_.push_back(graph.neighbour(v, d));
    }
  }
  /// Neighbours by dimension, that along g_2 first.
  [[nodiscard]] std::span<const NodeId> of(NodeId node) const {
    return std::span(table_).subspan(std::size_t{node} * degree_, degree_);
  }
  [[nodiscard]] unsigned degree() const { return degree_; }
  [[nodiscard]] std::size_t nodes() const { return table_.size() / degree_; }

 private:
  unsigned degree_;
  std::vector<NodeId> table_;
};

}  // namespace romcast::star
