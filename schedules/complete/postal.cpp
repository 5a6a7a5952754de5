// SPDX-License-Identifier: Apache-2.0
#include "schedules/complete/postal.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/wording.hpp"

namespace romcast::complete {

std::vector<std::uint64_t> reached(const Size& size) {
  std::vector<std::uint64_t> counts{1};
  while (counts.back() < size.n) {
    const std::uint64_t t = counts.size();
    const std::uint64_t more = t < size.latency ? 0 : size.k * counts[t - size.latency];
    counts.push_back(std::min<std::uint64_t>(counts.back() + more, size.n));
  }
  return counts;
}

std::uint64_t broadcast_time(const Size& size) { return reached(size).size() - 1; }

std::uint64_t fewest_cycles(const Size& size) {
  const std::uint64_t others = size.n - 1, wanted = others * size.m;
  std::uint64_t sent = 0, time = 0;  // sends before `time`
  for (const std::uint64_t count : reached(size)) {
    if (sent >= wanted) break;
    sent += size.k * std::min(count, others);
    ++time;
  }
  const std::uint64_t each = size.k * others;  // sends per time from now on
  if (sent < wanted) time += (wanted - sent + each - 1) / each;
  return time - 1 + size.latency;
}

std::uint64_t least_delay(const Size& size) {
  Size others = size;
  --others.n;
  return size.latency + broadcast_time(others);
}

void add_item_delay(const Problem& problem, std::uint64_t delay, Theory& theory) {
  const Size size = size_of(problem);
  theory.item_delay = delay;
  if (!is_continuous(problem)) return;
  theory.formula_source += fmt::format(
      "; every item takes at most {}, and none of an endless stream can take fewer than L + B(n-1) "
      "= {}",
      counted(delay, "cycle"), least_delay(size));
}

}  // namespace romcast::complete
