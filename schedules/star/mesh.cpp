// SPDX-License-Identifier: Apache-2.0
#include "schedules/star/mesh.hpp"

#include <utility>

#include "schedules/star/hamiltonian.hpp"

namespace romcast::star {

Mesh::Mesh(std::shared_ptr<const StarGraph> star)
    : star_(std::move(star)),
      word_(closed_word(star_->symbols() - 1)),
      nodes_(star_->nodes()),
      columns_(star_->nodes()) {
  const unsigned n = rows();
  Permutation first;  // 23...n1
  for (unsigned i = 0; i < n; ++i) first.set(i, (i + 1) % n);
  for (std::uint32_t c = 0; c < columns(); ++c) {
    Permutation label = first;
    for (unsigned r = 0; r < n; ++r) {
      const NodeId node = star_->node(label);
      nodes_[std::size_t{r} * columns() + c] = node;
      columns_[node] = c;
      // To the next row: swaps the last symbol, which is r, with r+1 (symbols counted from 0).
      for (unsigned i = 0; r + 1 < n && i < n; ++i) {
        if (label[i] == r + 1) {
          label.set(i, r);
          label.set(n - 1, r + 1);
          break;
        }
      }
    }
    first = first.crossed(word_[c]);
  }
}

unsigned Mesh::turn(NodeId node, unsigned to_row) const {
  const Permutation label = star_->label(node);
  unsigned position = 0;
  while (label[position] != to_row) ++position;
  return position + 1;
}

}  // namespace romcast::star
