// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter by recursive halving, P a power of two: in step i the processors whose numbers
// differ only in bit i exchange half of the blocks that they still combine: each sends the blocks
// whose numbers have its partner's bit i. With M values per block the log2 P steps take M (P-1)
// cycles, the bound (L = 1, o = 0, g = 1).
//   P = 4, blocks a b c d:   0 > 1 (b d), 1 > 0 (a c), 2 > 3 (b d), 3 > 2 (a c)
//                            0 > 2 (c), 2 > 0 (a), 1 > 3 (d), 3 > 1 (b)
// Only values of consecutive processors are combined, so the operation need not commute.
#include "schedules/combining/blocks.hpp"

namespace romcast {
namespace {

using namespace combining;

logp::Steps recursive_halving_steps(const Problem& problem) {
  const Members members(problem.collective.processors());
  return in_steps(halving(members, Blocks(problem.collective, members.count())));
}

}  // namespace

Algorithm recursive_halving_reduce_scatter() {
  Algorithm algorithm = combining::stepwise("recursive-halving", CollectiveKind::reduce_scatter,
                                            recursive_halving_steps, "M(P-1)");
  algorithm.summary = "log2 P steps: exchange the other's half with 1, 2, 4, .. away; P = 2^k";
  algorithm.refusal = logp::refuse_other_than_powers_of_two;
  return algorithm;
}

}  // namespace romcast
