// SPDX-License-Identifier: Apache-2.0
// Reduces of M values on P fully connected processors: broadcasts of M items, reversed. If a hop
// takes one cycle, the circulant broadcast, with M + ceil(log2 P) - 1 cycles, is optimal for every
// P, and so is its reverse.
//   P = 4, M = 1, binomial:   2 > 0, 3 > 1   1 > 0
#include "schedules/combining/turned.hpp"

namespace romcast {

Algorithm circulant_broadcast();
Algorithm block_cyclic_broadcast();
Algorithm binary_tree_broadcast();
Algorithm binomial_broadcast();
Algorithm path_broadcast();

namespace {

Algorithm turned_broadcast(Algorithm broadcast, std::string summary) {
  return combining::turned_algorithm(std::move(broadcast), CollectiveKind::reduce,
                                     std::move(summary));
}

}  // namespace

Algorithm circulant_reduce() {
  return turned_broadcast(circulant_broadcast(),
                          "the circulant broadcast reversed; M + ceil(log2 P) - 1, the bound");
}
Algorithm block_cyclic_reduce() {
  return turned_broadcast(block_cyclic_broadcast(),
                          "the block-cyclic broadcast reversed; several values, any L, o and g");
}
Algorithm binary_tree_reduce() {
  return turned_broadcast(binary_tree_broadcast(), "the pipelined binary tree reversed");
}
Algorithm binomial_reduce() {
  return turned_broadcast(binomial_broadcast(), "the binomial tree reversed, value by value");
}
Algorithm path_reduce() {
  return turned_broadcast(path_broadcast(), "the pipelined path reversed; M + P - 2");
}

}  // namespace romcast
