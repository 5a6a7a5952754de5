// SPDX-License-Identifier: Apache-2.0
// Bounds and printed figures of Bar-Noy & Ho.
#include <algorithm>

#include "complete_oracle.hpp"

namespace oracle::complete {

unsigned lemma2(const Job& job) { return ceil_div(job.m, job.k) - 1 + ceil_log(job.k + 1, job.n); }

// At least beta messages leave the broadcaster in round ceil(m/k) - 1 or later; each of them needs
// n - 1 copies. The L = ceil_log(k+1, n) rounds from round ceil(m/k) - 1 on make (k+1)^L - 1 copies
// of these messages at most; if more copies are needed, the bound is one round more than Lemma 2's.
unsigned lemma3(const Job& job) {
  const unsigned beta = (job.m - 1) % job.k + 1;
  std::uint64_t copies = 0, holders = 1;
  for (unsigned round = 0; round < ceil_log(job.k + 1, job.n); ++round) {
    copies += job.k * holders;
    holders += job.k * holders;
  }
  return lemma2(job) + (std::uint64_t{beta} * (job.n - 1) > copies ? 1 : 0);
}

unsigned k_tree_printed(const Job& job) {
  return ceil_div(job.m, job.k) + std::max(2U, ceil_log(job.k, job.n + 2 * job.k));
}

}  // namespace oracle::complete
