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
  for (const auto bound : {distance, rate, ball, levels, tree, total_distance, supply, cut, flow,
                           length, half_duplex}) {
    if (Found found = bound(view)) all.push_back(std::move(*found));
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
