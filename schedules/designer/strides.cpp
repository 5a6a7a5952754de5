// SPDX-License-Identifier: Apache-2.0
#include "schedules/designer/strides.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <utility>

namespace romcast::designer {
namespace {

using Strides = std::vector<std::uint32_t>;
using Cost = std::pair<std::uint64_t, std::uint64_t>;

constexpr std::uint64_t kWork = 20'000'000;  // links that all searches together visit

// The sum of the distances from node 0, and the largest distance.
Cost cost_of(std::uint32_t n, const Strides& strides, std::vector<std::uint32_t>& distance,
             std::vector<std::uint32_t>& queue) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  distance.assign(n, none);
  queue.assign(1, 0);
  distance[0] = 0;
  Cost cost{0, 0};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const std::uint32_t at = queue[i];
    cost = {cost.first + distance[at], distance[at]};
    for (const std::uint32_t stride : strides) {
      for (const std::uint32_t to : {(at + stride) % n, (at + n - stride) % n}) {
        if (distance[to] != none) continue;
        distance[to] = distance[at] + 1;
        queue.push_back(to);
      }
    }
  }
  if (queue.size() < n) return {none, none};  // not connected
  return cost;
}

// The smaller of most + 1 and the number of sets of `size` strides, chosen from `of` strides.
std::uint64_t sets(std::uint64_t of, std::uint64_t size, std::uint64_t most) {
  double count = 1;
  for (std::uint64_t i = 0; i < size; ++i) count *= double(of - i) / double(i + 1);
  return count > double(most) ? most + 1 : static_cast<std::uint64_t>(count + 0.5);
}

// Replaces `set`, ascending strides within 1 .. `most`, by the next set in lexicographic order.
// Returns false if `set` is the last one.
bool next_set(Strides& set, std::uint32_t most) {
  for (std::size_t i = set.size(); i-- > 0;) {
    if (set[i] >= most - (set.size() - 1 - i)) continue;
    ++set[i];
    for (std::size_t j = i + 1; j < set.size(); ++j) set[j] = set[j - 1] + 1;
    return true;
  }
  return false;
}

}  // namespace

Strides best_strides(std::uint32_t processors, std::uint32_t degree) {
  const std::uint32_t pairs = degree / 2, most = (processors - 1) / 2;
  const bool odd = degree % 2 == 1;
  if (pairs == 0 || pairs > most || (odd && processors % 2 == 1)) return {};
  const std::uint64_t tries =
      std::max<std::uint64_t>(kWork / (std::uint64_t{processors} * degree), 8);
  const bool all = sets(most, pairs, tries) <= tries;
  std::vector<std::uint32_t> distance, queue;
  Strides best;
  Cost least{std::numeric_limits<std::uint64_t>::max(), 0};
  const auto look = [&](const Strides& set) {
    Strides strides = set;
    if (odd) strides.push_back(processors / 2);
    const Cost cost = cost_of(processors, strides, distance, queue);
    if (cost.first == std::numeric_limits<std::uint32_t>::max() || cost >= least) return;
    least = cost;
    best = std::move(strides);
  };
  Strides set(pairs);
  for (std::uint32_t i = 0; i < pairs; ++i) set[i] = i + 1;
  if (all) {
    do look(set);
    while (next_set(set, most));
    return best;
  }
  std::mt19937_64 random(1);
  for (std::uint64_t i = 0; i < tries; ++i) {
    set.assign(1, 1);
    while (set.size() < pairs) {
      const auto stride = static_cast<std::uint32_t>(2 + random() % (most - 1));
      if (std::ranges::find(set, stride) == set.end()) set.push_back(stride);
    }
    std::ranges::sort(set);
    look(set);
  }
  return best;
}

}  // namespace romcast::designer
