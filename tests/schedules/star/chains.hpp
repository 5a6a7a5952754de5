// SPDX-License-Identifier: Apache-2.0
// Chains of nested substars, k_1 > k_2 > .. > 1, and the costs of an alltoall along them by the
// formulas of Tseng, Chang & Sheu 1998, with distances counted by breadth-first search.
#pragma once

#include <string>
#include <vector>

#include "schedules/star/alltoall.hpp"

namespace romcast::test::star {

using Chain = std::vector<unsigned>;

inline std::vector<Chain> chains(unsigned n) {
  std::vector<Chain> all;
  for (unsigned chosen = 0; chosen < 1U << (n - 2); ++chosen) {
    Chain chain{1};
    for (unsigned k = 2; k < n; ++k) {
      if ((chosen >> (k - 2) & 1U) != 0) chain.insert(chain.begin(), k);
    }
    all.push_back(chain);
  }
  return all;
}

inline std::string text_of(const Chain& chain) {
  std::string text;
  for (const unsigned k : chain) text += (text.empty() ? "" : ",") + std::to_string(k);
  return text;
}

// Cycles of `grouped` with a chain: n! sum_i l_{k_{i-1},k_i} (t_s / k_i! + t_m), where k_0 = n and
// l_{a,k} is the mean distance of a node of S_a to the k-substars.
inline std::uint64_t nested_cost(unsigned n, const Chain& chain, Timing t) {
  std::uint64_t sum = 0;
  unsigned above = n;
  for (const unsigned k : chain) {
    const std::uint64_t hops = factorial(n) / factorial(above) * hops_to_substars(above, k);
    sum += hops * (t.startup + factorial(k) * t.per_message);
    above = k;
  }
  return sum;
}

// Cycles of `deferred` with a chain: sum_i l_{k_{i-1},k_i} (k_{i-1}!/k_i! t_s + n! t_m)
inline std::uint64_t deferred_cost(unsigned n, const Chain& chain, Timing t) {
  std::uint64_t sum = 0;
  unsigned above = n;
  for (const unsigned k : chain) {
    const std::uint64_t packet = factorial(n) / factorial(above) * factorial(k);
    sum += hops_to_substars(above, k) * (t.startup + packet * t.per_message);
    above = k;
  }
  return sum;
}

inline constexpr Timing kChainTimings[]{{0, 1}, {1, 1}, {7, 2}, {100, 1}, {1, 10}};

}  // namespace romcast::test::star
