// SPDX-License-Identifier: Apache-2.0
// Broadcasts on all points of a cube of side k+1 with the broadcaster in its corner 0. After the
// last message no new one follows, and the last one is sent until all have it. Both algorithms are
// optimal, and no processor receives a message twice.
//
// `hypercube` (k = 1, n = 2^q; Ho 1991): m + q - 1 rounds; in round r all pairs that differ in bit
// r mod q exchange messages. `clipped-cube` is the same with k ports and n = (k+1)^q processors,
// only for m with m mod k = 1 (else several last messages would leave the broadcaster in one round
// and crowd the last rounds): ceil(m/k) + q - 1 rounds, a number that Bar-Noy & Ho 1999 mention
// without the algorithm.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "romcast/core/complete_rules.hpp"
#include "schedules/complete/cube.hpp"

namespace romcast {
namespace {

using namespace complete;

class ClippedCube final : public Rounds {
 public:
  explicit ClippedCube(const Size& size)
      : size_(size), dimensions_(ceil_log(size.k + 1, size.n)), cube_(size.k, dimensions_) {}

  void next(std::uint64_t r, Sends& sends) override {
    const NodeId unit = cube_.unit(static_cast<unsigned>(r % dimensions_));
    for (std::uint32_t j = 0; j < size_.k; ++j) {
      sends.add(0, (j + 1) * unit, clipped(r * size_.k + j));
    }
    cube_.exchange(
        r, [r](unsigned age, std::uint32_t) { return age < r; },
        [&](NodeId from, NodeId to, unsigned age, std::uint32_t j) {
          if (to != 0) sends.add(from, to, clipped((r - 1 - age) * size_.k + j));
        });
  }

 private:
  [[nodiscard]] std::uint64_t clipped(std::uint64_t message) const {
    return std::min<std::uint64_t>(message, size_.m - 1);
  }
  const Size size_;
  const unsigned dimensions_;
  const Cube cube_;
};

std::uint64_t cubes_rounds(const Size& size) {
  return size.groups() + ceil_log(size.k + 1, size.n) - 1;
}

Plan cubes_plan(const Problem& problem) {
  const Size size = size_of(problem);
  Plan plan =
      plan_of(problem, cubes_rounds(size), [size] { return std::make_unique<ClippedCube>(size); });
  plan.hints = hint(CompleteRules{.k = size.k, .d = ceil_log(size.k + 1, size.n), .clip = true});
  return plan;
}

Theory cubes_theory(const Problem& problem) {
  const Size size = size_of(problem);
  Theory theory{
      .formula_cycles = cubes_rounds(size),
      .formula_source = size.k == 1 ? "Ho 1991: m + log n - 1"
                                    : "romcast, after the summary of Bar-Noy & Ho 1999: ceil(m/k) "
                                      "+ log_k+1 n - 1"};
  add_lower_bound(problem, theory);
  return theory;
}

std::string cubes_refusal(const Problem& problem) {
  const Size size = size_of(problem);
  const std::uint32_t n = size.n, m = size.m, k = size.k;
  const std::string other = k == 1 ? "circulant" : "rotation";
  if (exact_log(k + 1, n) < 1) {
    const std::uint64_t below = power(k + 1, ceil_log(k + 1, n) - 1);
    return fmt::format("{} processors are no power of {} (the nearest are {} and {}); use {}", n,
                       k + 1, below, below * (k + 1), other);
  }
  if ((m - 1) % k == 0) return "";
  return fmt::format("{} messages do not leave 1 when sent {} at a time; use {}, or {} messages", m,
                     k, other, (m - 1) / k * k + 1);
}

}  // namespace

Algorithm hypercube_broadcast() {
  Algorithm algorithm = broadcast_algorithm("hypercube", {Ports::Kind::single});
  algorithm.aliases = {"ho"};
  algorithm.summary = "n a power of two: dimensions of a hypercube in turn; m + log n - 1, optimal";
  algorithm.source = "Ho 1991, as cited by Bruck, Cypher & Ho 1992";
  algorithm.refusal = cubes_refusal;
  algorithm.build = cubes_plan;
  algorithm.predict = cubes_theory;
  return algorithm;
}

Algorithm clipped_cube_broadcast() {
  Algorithm algorithm = broadcast_algorithm("clipped-cube", {Ports::Kind::several});
  algorithm.summary = "n a power of k+1 and m mod k = 1: dimensions of a cube in turn; optimal";
  algorithm.source = "Bar-Noy & Ho 1999 mention it; the construction is romcast's";
  algorithm.refusal = cubes_refusal;
  algorithm.build = cubes_plan;
  algorithm.predict = cubes_theory;
  return algorithm;
}

}  // namespace romcast
