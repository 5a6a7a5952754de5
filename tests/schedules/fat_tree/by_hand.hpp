// SPDX-License-Identifier: Apache-2.0
// The hops of a plan, and hops written by hand, both in order of cycle and link, to be compared.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "hostlib/test_hops.hpp"
#include "schedules/fat_tree/solved.hpp"

namespace romcast::test {

inline std::vector<Hop> sorted_hops(const Solved& solved) {
  std::vector<Hop> all, step;
  for (const auto pass = solved.schedule(); pass->next(step);) {
    std::ranges::sort(step, {}, &Hop::link);
    all.insert(all.end(), step.begin(), step.end());
  }
  return all;
}

inline std::vector<Hop> by_hand(const Solved& solved, std::initializer_list<const char*> lines) {
  std::vector<Hop> all = hops(*solved.topology, lines);
  std::ranges::sort(all, [](const Hop& a, const Hop& b) {
    return std::pair(a.cycle, a.link) < std::pair(b.cycle, b.link);
  });
  return all;
}

}  // namespace romcast::test
