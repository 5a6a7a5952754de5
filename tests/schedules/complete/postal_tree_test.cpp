// SPDX-License-Identifier: Apache-2.0
// Broadcasts with several ports and a latency, against counts of what can be sent and against
// exhaustive search.
#include <catch2/catch.hpp>
#include <numeric>

#include "schedules/complete/postal.hpp"
#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// Number of processors that have a message at time t if each processor that has it sends k copies
// at each time.
std::uint64_t holders(std::uint64_t t, std::uint32_t k, std::uint32_t latency) {
  std::uint64_t all = 1;
  for (std::uint64_t s = 0; s + latency <= t; ++s) all += k * holders(s, k, latency);
  return all;
}

std::uint64_t least_time(std::uint32_t n, std::uint32_t k, std::uint32_t latency) {
  std::uint64_t t = 0;
  while (holders(t, k, latency) < n) ++t;
  return t;
}

// Tries all schedules of a few messages in which each message reaches each processor once.
class EveryPostal {
 public:
  EveryPostal(std::uint32_t n, std::uint32_t m, std::uint32_t k, std::uint32_t latency)
      : n_(n), m_(m), k_(k), latency_(latency) {}

  std::uint64_t least() {
    for (std::uint64_t time = latency_;; ++time) {
      last_ = time - latency_;
      sends_.assign((last_ + 1) * n_, k_);
      receptions_ = sends_;
      has_.assign(std::size_t{m_} * n_, kNever);
      for (std::uint32_t j = 0; j < m_; ++j) has_[j * n_] = 0;
      if (fits(0, 0)) return time;
    }
  }

 private:
  static constexpr std::uint64_t kNever = 1000;

  // True if the broadcast can be completed by sends at time t whose triples (sender, message,
  // receiver) have the number `from` or a larger one, and by sends at later times.
  bool fits(std::uint64_t t, std::uint32_t from) {
    if (t > last_) return std::ranges::find(has_, kNever) == has_.end();
    if (from == n_ * m_ * n_) return fits(t + 1, 0);
    const std::uint32_t v = from % n_, j = from / n_ % m_, u = from / n_ / m_;
    std::uint32_t &out = sends_[t * n_ + u], &in = receptions_[t * n_ + v];
    std::uint64_t& known = has_[j * n_ + v];
    if (known == kNever && has_[j * n_ + u] <= t && out > 0 && in > 0) {
      --out, --in, known = t + latency_;
      if (fits(t, from + 1)) return true;
      ++out, ++in, known = kNever;
    }
    return fits(t, from + 1);
  }

  const std::uint32_t n_, m_, k_, latency_;
  std::uint64_t last_ = 0;                         // last time at which a send can begin
  std::vector<std::uint32_t> sends_, receptions_;  // free ports by time and processor
  std::vector<std::uint64_t> has_;                 // time of arrival, by message and processor
};

}  // namespace

TEST_CASE("one message with k ports and a latency takes the least time that a count allows") {
  CHECK(complete::reached({.n = 22, .k = 3, .latency = 3}) ==
        std::vector<std::uint64_t>{1, 1, 1, 4, 7, 10, 22});
  for (const std::uint32_t k : {2U, 3U, 5U}) {
    for (const std::uint32_t latency : {1U, 2U, 3U, 7U}) {
      for (const std::uint32_t n : {2U, 3U, 4U, 9U, 10U, 11U, 40U, 100U}) {
        CAPTURE(k, latency, n);
        const Judged judged = solve(
            {.algorithm = "optimal-tree", .n = n, .k = k, .source = n / 2, .latency = latency});
        REQUIRE(judged.rounds() == least_time(n, k, latency));
        REQUIRE(judged.theory.formula_cycles == judged.rounds());
        REQUIRE(judged.theory.lower_bound == judged.rounds());
      }
    }
  }
}

TEST_CASE("no schedule beats the bound of k ports and a latency, and small ones meet it") {
  std::uint64_t met = 0, all = 0;
  for (const auto& [n, m, k, latency] : std::vector<std::array<std::uint32_t, 4>>{{2, 5, 2, 3},
                                                                                  {3, 2, 2, 2},
                                                                                  {3, 3, 2, 2},
                                                                                  {3, 4, 2, 3},
                                                                                  {3, 4, 3, 2},
                                                                                  {4, 2, 2, 2},
                                                                                  {4, 3, 2, 2},
                                                                                  {4, 2, 2, 3},
                                                                                  {5, 2, 2, 2},
                                                                                  {5, 2, 3, 2}}) {
    CAPTURE(n, m, k, latency);
    const std::uint64_t least = EveryPostal(n, m, k, latency).least();
    const std::uint64_t bound = complete::fewest_cycles({n, m, k, latency});
    const Judged judged =
        solve({.algorithm = "rarest-first", .n = n, .m = m, .k = k, .latency = latency});
    CHECK(bound <= least);
    CHECK(judged.theory.lower_bound == bound);
    CHECK(judged.rounds() >= least);
    CHECK(judged.rounds() <= least + 1);
    ++all;
    if (bound == least) ++met;
  }
  CHECK(met == all);
}

TEST_CASE("with a latency of 1 the bound of k ports is the larger one of Lemmas 2 and 3") {
  for (std::uint32_t k = 2; k <= 6; ++k) {
    for (std::uint32_t n = 2; n <= 80; ++n) {
      const unsigned rounds = log_up(k + 1, n);
      std::uint64_t full = 1;
      for (unsigned i = 0; i < rounds; ++i) full *= k + 1;
      for (std::uint32_t m = 1; m <= 3 * k + 1; ++m) {
        CAPTURE(k, n, m);
        const std::uint64_t lemma_2 = ceil_div(m, k) - 1 + rounds;
        const bool lemma_3 = std::uint64_t{(m - 1) % k + 1} * (n - 1) > full - 1;
        REQUIRE(complete::fewest_cycles({n, m, k, 1}) == lemma_2 + (lemma_3 ? 1 : 0));
      }
    }
  }
}

TEST_CASE("with a latency k trees take ceil(m/k) - 1 + L h, h the height") {
  for (const std::uint32_t k : {2U, 3U, 5U}) {
    for (const std::uint32_t latency : {2U, 3U, 6U}) {
      for (const std::uint32_t n : {2U, 3U, 6U, 12U, 31U, 40U}) {
        for (const std::uint32_t m : {1U, 2U, 7U, 30U}) {
          CAPTURE(k, latency, n, m);
          const Judged slow = solve(
              {.algorithm = "k-tree", .n = n, .m = m, .k = k, .source = 1, .latency = latency});
          REQUIRE(slow.rounds() > 0);
          REQUIRE(slow.theory.formula_cycles == slow.rounds());
          REQUIRE(slow.rounds() >= slow.theory.lower_bound);
          if (m % k == 1) continue;
          // The height of the trees is the number of rounds that k messages take with L = 1.
          const Judged one = solve({.algorithm = "k-tree", .n = n, .m = k, .k = k});
          const std::uint64_t height = one.rounds();
          REQUIRE(slow.rounds() <= ceil_div(m, k) - 1 + latency * height);
        }
      }
    }
  }
}

TEST_CASE("rarest first is the default with a latency, and k trees where it would be too long") {
  const auto name = [](std::uint32_t m) {
    return find_algorithm("", problem_of({.n = 20, .m = m, .k = 3, .latency = 4})).name;
  };
  CHECK(name(1) == "optimal-tree");
  CHECK(name(2) == "rarest-first");
  CHECK(name(20'000) == "k-tree");
}

TEST_CASE("rarest first obeys the judge with any latency, and counts no less than the bound",
          "[exhaustive][slow]") {
  for (std::uint32_t k = 2; k <= 4; ++k) {
    for (const std::uint32_t latency : {2U, 3U, 8U}) {
      for (std::uint32_t n = 2; n <= 30; n += n < 8 ? 1 : 5) {
        for (const std::uint32_t m : kSomeMessages) {
          CAPTURE(k, latency, n, m);
          const Judged judged = solve({.algorithm = "rarest-first",
                                       .n = n,
                                       .m = m,
                                       .k = k,
                                       .source = n - 1,
                                       .latency = latency});
          REQUIRE(judged.rounds() > 0);
          REQUIRE(judged.rounds() >= judged.theory.lower_bound);
        }
      }
    }
  }
}
