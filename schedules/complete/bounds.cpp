// SPDX-License-Identifier: Apache-2.0
#include "schedules/complete/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/complete/postal.hpp"

namespace romcast::complete {
namespace {

bool crowded(const Size& size, unsigned depth) {
  return std::uint64_t{size.last_group()} * (size.n - 1) > power(size.k + 1, depth) - 1;
}

}  // namespace

unsigned ceil_log(std::uint64_t base, std::uint64_t value) {
  unsigned exponent = 0;
  for (std::uint64_t reach = 1; reach < value; reach *= base) ++exponent;
  return exponent;
}

std::uint64_t power(std::uint64_t base, unsigned exponent) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 63;
  std::uint64_t result = 1;
  for (unsigned i = 0; i < exponent; ++i) result = result > kMost / base ? kMost : result * base;
  return result;
}

int exact_log(std::uint64_t base, std::uint64_t value) {
  const unsigned exponent = ceil_log(base, value);
  return power(base, exponent) == value ? static_cast<int>(exponent) : -1;
}

bool relays_overflow(const Size& size) {
  const std::uint64_t k = size.k, others = size.n - 1, each = k / others, heavy = k % others;
  if (others > k || others < 1 + each + heavy) return false;
  return heavy * (others - 1 - each - heavy) > k + others * (k - size.last_group());
}

std::uint64_t fewest_rounds(const Size& size) {
  const unsigned depth = ceil_log(size.k + 1, size.n);
  if (relays_overflow(size)) return size.groups() + 2;
  return size.groups() + depth - (crowded(size, depth) ? 0 : 1);
}

void add_lower_bound(const Problem& problem, Theory& theory) {
  const Size size = size_of(problem);
  if (size.latency > 1) {
    theory.lower_bound = fewest_cycles(size);
    theory.lower_bound_source =
        "Karp, Sahay, Santos & Schauser 1993, Theorem 3.1 with k ports: the first time by which "
        "m(n-1) sends can have arrived";
    return;
  }
  const unsigned depth = ceil_log(size.k + 1, size.n);
  theory.lower_bound = fewest_rounds(size);
  if (size.k == 1) {
    theory.lower_bound_source = fmt::format("{}, Lemma 2.1: m + ceil(log n) - 1", kFibonacciPaper);
  } else if (relays_overflow(size)) {
    theory.lower_bound_source =
        "ceil(m/k) + 2, as the second round cannot use all ports (counterexample to Theorem 10)";
  } else if (crowded(size, depth)) {
    theory.lower_bound_source = fmt::format(
        "{}, Lemma 3: ceil(m/k) + ceil(log_k+1 n), as the {} messages of the last group do not "
        "fit into fewer",
        kMultiportPaper, size.last_group());
  } else {
    theory.lower_bound_source =
        fmt::format("{}, Lemma 2: ceil(m/k) + ceil(log_k+1 n) - 1", kMultiportPaper);
  }
}

}  // namespace romcast::complete
