// SPDX-License-Identifier: Apache-2.0
#include "schedules/bounds/bounds.hpp"

#include <algorithm>
#include <array>

#include "schedules/bounds/view.hpp"

namespace romcast::bounds {

std::vector<Bound> all_bounds(const Task& task, std::uint64_t work) {
  if (task.collective.expected_deliveries() == 0) return {};
  const View view(task, work);
  std::vector<Bound> all;
  // Cheap and instructive bounds come first: among equal bounds the first one is named.
  const auto add = [&](std::initializer_list<Found (*)(const View&)> bounds) {
    for (const auto bound : bounds) {
      if (Found found = bound(view)) all.push_back(std::move(*found));
    }
  };
  if (task.topology.timed()) {
    add({timed_distance, timed_cut, timed_work, mean_delay});
  } else {
    add({distance, rate, ball, levels, tree, total_distance, mean_delay, supply, cut, flow, length,
         half_duplex});
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &Bound::cycles);
  for (Bound& one : all) {
    one.attained = std::ranges::any_of(
        all, [&](const Bound& other) { return other.attained && other.cycles == one.cycles; });
  }
  return all;
}

Bound best_bound(const Task& task, std::uint64_t work) {
  std::vector<Bound> all = all_bounds(task, work);
  if (all.empty()) return {0, "none", "there is nothing to be done"};
  return std::move(all.front());
}

}  // namespace romcast::bounds
