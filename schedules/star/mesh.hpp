// SPDX-License-Identifier: Apache-2.0
// The n x (n-1)! mesh in S_n (Tseng, Chang & Sheu 1998, section IV.1): a row is a ring through one
// (n-1)-substar, a column joins nodes of neighbouring rows by paths of one or three hops.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "romcast/core/star_graph.hpp"

namespace romcast::star {

class Mesh {
 public:
  explicit Mesh(std::shared_ptr<const StarGraph> star);

  [[nodiscard]] const StarGraph& graph() const { return *star_; }
  [[nodiscard]] unsigned rows() const { return star_->symbols(); }
  [[nodiscard]] std::uint32_t columns() const { return static_cast<std::uint32_t>(word_.size()); }
  /// Row r = 0 .. n-1 is the substar whose nodes have the last symbol r+1; columns are counted from
  /// 0, in ring order.
  [[nodiscard]] NodeId at(unsigned row, std::uint32_t column) const {
    return nodes_[std::size_t{row} * columns() + column];
  }
  [[nodiscard]] unsigned row(NodeId node) const { return star_->label(node)[rows() - 1]; }
  [[nodiscard]] std::uint32_t column(NodeId node) const { return columns_[node]; }
  /// The link to the next node of the row; its dimension is the same in all rows (Lemma 2).
  [[nodiscard]] LinkId row_link(NodeId node) const {
    return star_->link(node, word_[columns_[node]]);
  }
  /// Equation (4): the path from a node to the same column of the neighbouring row `to_row` is
  /// g_n g_x g_n. The result x is the position, counted from 1, of the symbol to_row + 1 in the
  /// node's label. If x = 1, the path is g_n alone.
  [[nodiscard]] unsigned turn(NodeId node, unsigned to_row) const;

 private:
  std::shared_ptr<const StarGraph> star_;
  std::vector<std::uint8_t> word_;      // by column: the dimension to the next column
  std::vector<NodeId> nodes_;           // row by row
  std::vector<std::uint32_t> columns_;  // by node
};

}  // namespace romcast::star
