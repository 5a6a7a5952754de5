// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter in ceil(log2 P) steps for any number P of processors: the reverse of Bruck's
// allgather. With a block of M values for each processor it takes M (P-1) cycles, the bound (L = 1,
// o = 0, g = 1). Values are combined in cyclic order of the processors, with 0 after P-1, so the
// operation must commute.
//   P = 3:   0 > 2 (block 2) 1 > 0 (0) 2 > 1 (1)    0 > 1 (1) 1 > 2 (2) 2 > 0 (0)
#include "schedules/combining/turned.hpp"

namespace romcast {

Algorithm bruck_allgather();

Algorithm bruck_reduce_scatter() {
  Algorithm algorithm =
      combining::turned_algorithm(bruck_allgather(), CollectiveKind::reduce_scatter,
                                  "ceil(log2 P) steps: Bruck's allgather reversed; any P");
  algorithm.source = "Bruck, Ho, Kipnis, Upfal & Weathersby 1997, reversed; Traff 2023";
  return algorithm;
}

}  // namespace romcast
