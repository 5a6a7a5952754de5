// SPDX-License-Identifier: Apache-2.0
#include "schedules/star/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "romcast/core/wording.hpp"
#include "schedules/star/star.hpp"

namespace romcast::star {
namespace {

std::uint64_t divided_up(std::uint64_t value, std::uint64_t by) { return (value + by - 1) / by; }

// The number of messages that the busiest port (multi-port: the busiest link) must carry at least.
std::uint64_t busy_messages(const Problem& problem, unsigned n) {
  const std::uint64_t each = problem.collective.messages(), others = factorial(n) - 1;
  const std::uint64_t ports = problem.ports.single() ? 1 : n - 1;
  switch (problem.collective.kind()) {
    case CollectiveKind::broadcast:
      return divided_up(each, ports);
    case CollectiveKind::alltoall:
      return divided_up(distance_sum(n, 1) * each, ports);
    default:
      return divided_up(others * each, ports);
  }
}

}  // namespace

std::uint64_t factorial(unsigned n) {
  std::uint64_t product = 1;
  for (unsigned i = 2; i <= n; ++i) product *= i;
  return product;
}

std::uint64_t distance_sum(unsigned n, unsigned k) {
  const unsigned m = n - k;
  std::uint64_t sum = m * (n - 1 + k - 1) * factorial(n - 1);
  for (unsigned r = 2; r <= m; ++r) {
    sum += factorial(m) / factorial(r) / factorial(m - r) * factorial(r - 1) * factorial(n - r);
  }
  return sum;
}

unsigned diameter(unsigned n) { return 3 * (n - 1) / 2; }

unsigned spreading_steps(unsigned n) {
  std::vector<std::uint64_t> fresh{0};
  std::uint64_t informed = 1;
  while (informed < factorial(n)) {
    const auto t = static_cast<unsigned>(fresh.size());
    std::uint64_t now = t <= n - 1 ? 1 : 0;
    for (unsigned back = 1; back + 2 <= n && back < t; ++back) now += fresh[t - back];
    fresh.push_back(now);
    informed += now;
  }
  const auto steps = static_cast<unsigned>(fresh.size() - 1);
  const auto doublings = static_cast<unsigned>(std::bit_width(factorial(n) - 1));
  return std::max({steps, doublings, diameter(n)});
}

namespace {

// Lower bound of a broadcast's cycles: when the source has sent all messages, the last message
// still needs steps - 1 hops, one after the other, to reach all nodes.
std::uint64_t broadcast_bound(const Problem& problem, unsigned n, unsigned steps) {
  const std::uint64_t ts = problem.timing.startup, tm = problem.timing.per_message;
  return ts + busy_messages(problem, n) * tm + (steps - 1) * (ts + tm);
}

}  // namespace

void add_lower_bound(const Problem& problem, Theory& theory) {
  const unsigned n = graph(problem)->symbols();
  const bool single = problem.ports.single();
  const std::uint64_t ts = problem.timing.startup, tm = problem.timing.per_message;
  const std::uint64_t bandwidth = ts + busy_messages(problem, n) * tm;
  const bool one_to_one = problem.collective.kind() == CollectiveKind::scatter ||
                          problem.collective.kind() == CollectiveKind::gather;
  const unsigned steps = single && !one_to_one ? spreading_steps(n) : diameter(n);
  const std::uint64_t spreading = steps * (ts + tm);
  if (problem.collective.kind() == CollectiveKind::broadcast) {
    theory.lower_bound = broadcast_bound(problem, n, steps);
    theory.lower_bound_source =
        fmt::format("a start-up and {} from the source, then {} of the last, {}",
                    counted(busy_messages(problem, n), "message"), counted(steps - 1, "hop"),
                    single ? "as one port can spread it" : "the diameter less one");
    return;
  }
  theory.lower_bound = std::max(bandwidth, spreading);
  theory.lower_bound_source =
      bandwidth >= spreading
          ? fmt::format("what {} must carry: a start-up and {}",
                        single ? "a port" : "a node's links together",
                        counted(busy_messages(problem, n), "message"))
          : fmt::format("{} of a start-up and a message, {}", counted(steps, "hop"),
                        single && !one_to_one ? "as one port can spread them" : "the diameter");
}

}  // namespace romcast::star
