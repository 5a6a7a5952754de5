// SPDX-License-Identifier: Apache-2.0
// The oracle for fully connected networks, against the papers, the notes' figures and exhaustive
// search.
#include <algorithm>
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "complete_oracle.hpp"

namespace {

using namespace oracle::complete;

unsigned lawful_rounds(const Job& job, const Sends& sends) {
  const Verdict verdict = judge(job, 0, sends);
  CAPTURE(job.n, job.m, job.k, verdict.violation);
  CHECK(verdict.violation.empty());
  CHECK(sends.size() == std::size_t{job.n - 1} * job.m);
  return verdict.rounds;
}

bool accused(const Job& job, const Sends& sends, const std::string& of) {
  return judge(job, 0, sends).violation.find(of) != std::string::npos;
}

// The numbers n of processors up to `most` for which the delay exceeds ceil(log_(k+1) n).
template <typename Delay>
std::set<unsigned> late(unsigned k, unsigned most, Delay delay) {
  std::set<unsigned> found;
  for (unsigned n = 2; n <= most; ++n)
    if (delay(n) > ceil_log(k + 1, n)) found.insert(n);
  return found;
}

const std::vector<unsigned> kMessages{1, 2, 3, 5, 8};

}  // namespace

TEST_CASE("fully connected: the judge sees broken rules", "[oracle]") {
  const Job pair{2, 2, 1}, four{4, 1, 1}, wide{3, 4, 2};
  CHECK(judge(pair, 0, {{0, 0, 1, 0}, {1, 0, 1, 1}}).violation.empty());
  CHECK(judge(pair, 1, {{3, 1, 0, 0}, {1, 1, 0, 1}}).rounds == 4);
  CHECK(accused(pair, {{0, 0, 1, 0}}, "never gets message 1"));
  CHECK(accused(pair, {{0, 0, 1, 0}, {0, 0, 1, 1}}, "too many sends"));
  CHECK(accused(pair, {{0, 0, 1, 0}, {1, 0, 1, 0}}, "the receiver has it"));
  CHECK(accused(pair, {{0, 0, 1, 0}, {1, 1, 0, 0}}, "the receiver has it"));
  CHECK(accused(pair, {{0, 0, 0, 0}}, "to itself"));
  CHECK(accused(pair, {{0, 0, 1, 2}}, "no such thing"));
  CHECK(accused(pair, {{0, 0, 2, 0}}, "no such thing"));
  CHECK(accused(pair, {{0, 2, 1, 0}}, "no such thing"));
  CHECK(accused(four, {{0, 0, 1, 0}, {0, 1, 2, 0}}, "does not know it"));
  CHECK(accused(four, {{0, 0, 1, 0}, {1, 0, 2, 0}, {1, 1, 2, 0}}, "the receiver has it"));
  CHECK(accused({3, 2, 1}, {{0, 0, 1, 0}, {1, 0, 2, 1}, {1, 1, 2, 0}}, "too many receptions"));
  CHECK(accused(wide, {{0, 0, 1, 0}, {0, 0, 1, 1}, {0, 0, 2, 2}}, "too many sends"));
  const Sends parallel{{0, 0, 1, 0}, {0, 0, 1, 1}, {1, 0, 2, 2}, {1, 0, 2, 3},
                       {2, 1, 2, 0}, {2, 1, 2, 1}, {2, 2, 1, 2}, {2, 2, 1, 3}};
  CHECK(judge(wide, 0, parallel).violation.empty());
  CHECK(judge(wide, 0, parallel).most_sends == 2);
}

TEST_CASE("fully connected: one tree takes the rounds of the papers", "[oracle]") {
  for (unsigned n = 2; n <= 130; ++n)
    for (const unsigned m : kMessages) {
      const Job job{n, m};
      CHECK(lawful_rounds(job, path(job)) == m + n - 2);
      CHECK(lawful_rounds(job, binomial(job)) == m * ceil_log(2, n));
      const auto levels = static_cast<unsigned>(std::bit_width(n));
      const unsigned rounds = lawful_rounds(job, binary_tree(job));
      CHECK(rounds <= 2 * m + 2 * levels - 4);
      if (n + 1 == 1U << levels) CHECK(rounds == 2 * m + 2 * levels - 4);
    }
}

TEST_CASE("fully connected: hypercubes and circulant graphs reach the lower bound", "[oracle]") {
  for (unsigned n = 2; n <= 130; ++n)
    for (const unsigned m : kMessages) {
      const Job job{n, m};
      const unsigned fewest = m + ceil_log(2, n) - 1;
      CHECK(lemma3(job) == fewest);
      CHECK(lawful_rounds(job, circulant(job)) == fewest);
      if (std::has_single_bit(n)) CHECK(lawful_rounds(job, hypercube(job)) == fewest);
    }
  for (const unsigned n : {255U, 256U, 257U, 391U, 513U})
    CHECK(lawful_rounds({n, 6}, circulant({n, 6})) == 5 + ceil_log(2, n));
}

TEST_CASE("fully connected: a clipped cube reaches the first case of Corollary 4", "[oracle]") {
  for (const auto& [k, d] : {std::pair{2U, 1U}, {2U, 3U}, {2U, 4U}, {3U, 2U}, {4U, 3U}, {8U, 2U}}) {
    unsigned n = 1;
    for (unsigned i = 0; i < d; ++i) n *= k + 1;
    for (unsigned m = 1; m <= 4 * k + 1; m += k)
      CHECK(lawful_rounds({n, m, k}, clipped_cube({n, m, k})) == ceil_div(m, k) + d - 1);
  }
}

TEST_CASE("fully connected: generalized Fibonacci numbers", "[oracle]") {
  const std::vector<std::uint64_t> three{1, 1, 1, 4, 7, 13, 25, 46, 85, 157};
  for (unsigned t = 0; t < three.size(); ++t) CHECK(fibonacci_number(3, t) == three[t]);
  CHECK(fibonacci_number(5, 20) == 138641);
  CHECK(fibonacci_number(7, 20) == 56001);
}

TEST_CASE("fully connected: Fibonacci trees take the corrected rounds of the paper", "[oracle]") {
  for (unsigned n = 4; n <= 130; ++n)
    for (unsigned d = 3; d <= 8; ++d)
      for (const unsigned m : {1U, 4U, 9U}) {
        if (!fibonacci_fits(n, d)) continue;
        const unsigned rounds = lawful_rounds({n, m}, fibonacci({n, m}, d));
        CAPTURE(n, m, d, rounds);
        if (n <= 3 * d)
          CHECK(rounds <= m + 2 * d - 2);
        else
          CHECK(rounds == fibonacci_formula({n, m}, d));
      }
  CHECK(lawful_rounds({22, 1}, fibonacci({22, 1}, 3)) == 8);  // Lemma 4.6 has 7
  CHECK(fibonacci_printed({22, 1}, 3) == 7);
}

TEST_CASE("fully connected: k-Tree takes its printed rounds at most", "[oracle]") {
  for (unsigned n = 2; n <= 130; ++n)
    for (const unsigned k : {2U, 3U, 4U, 5U, 8U, 19U})
      for (const unsigned m : kMessages)
        CHECK(lawful_rounds({n, m, k}, k_tree({n, m, k})) <= k_tree_printed({n, m, k}));
}

TEST_CASE("fully connected: the rows of Table 1 with exact heights", "[oracle]") {
  const std::vector<std::pair<unsigned, std::array<unsigned, 6>>> table{
      {8, {1, 1, 1, 1, 2, 2}},   {16, {1, 2, 1, 1, 1, 2}},  {32, {1, 1, 1, 1, 1, 1}},
      {64, {2, 2, 1, 1, 1, 1}},  {128, {2, 2, 1, 1, 1, 1}}, {256, {2, 2, 1, 1, 1, 1}},
      {512, {3, 2, 2, 1, 1, 1}}, {1024, {3, 2, 1, 2, 1, 1}}};
  for (const auto& [n, row] : table)
    for (unsigned i = 0; i < 6; ++i) {
      const unsigned k = std::array{2U, 3U, 4U, 5U, 8U, 16U}[i];
      const Trees trees = k_trees(n, k);
      const unsigned height = *std::max_element(trees.height.begin(), trees.height.end());
      CAPTURE(n, k);
      CHECK(height - ceil_log(k + 1, n) == row[i]);
    }
}

TEST_CASE("fully connected: chains of boxes deliver when their delays say", "[oracle]") {
  for (unsigned n = 2; n <= 130; ++n)
    for (const unsigned k : {1U, 2U, 3U, 4U, 5U, 8U})
      for (const unsigned m : kMessages) {
        const Job job{n, m, k};
        const unsigned promised = ceil_div(m, k) + proposition8_delay(n, k);
        const unsigned rounds = lawful_rounds(job, rotation(job));
        // Fewer than k messages may all use trees that are lower than the highest one.
        if (m < k)
          CHECK(rounds <= promised);
        else
          CHECK(rounds == promised);
      }
}

TEST_CASE("fully connected: Theorem 10 by Proposition 8 holds for up to four ports", "[oracle]") {
  const auto literal = [](unsigned k, unsigned most) {
    return late(k, most, [&](unsigned n) { return proposition8_delay(n, k); });
  };
  for (unsigned k = 1; k <= 4; ++k) CHECK(literal(k, 300).empty());
  CHECK(literal(5, 60) == std::set{5U, 15U, 20U, 25U, 30U, 35U, 55U, 60U});
  CHECK(literal(8, 32) == std::set{7U, 8U, 23U, 24U, 31U, 32U});
}

TEST_CASE("fully connected: the best chains miss Theorem 10 where the notes say", "[oracle]") {
  const auto best = [](unsigned k, unsigned most) {
    const std::vector<unsigned> delays = best_delays(most, k);
    return late(k, most, [&](unsigned n) { return delays[n]; });
  };
  for (unsigned k = 1; k <= 4; ++k) CHECK(best(k, 300).empty());
  CHECK(best(5, 250) == std::set{5U, 30U, 35U, 175U, 180U, 210U, 215U});
  CHECK(best(6, 250) == std::set{6U, 42U, 48U});
  CHECK(best(7, 63) == std::set{6U, 7U, 55U, 56U, 62U, 63U});
  CHECK(best(8, 80) == std::set{7U, 8U, 71U, 72U, 79U, 80U});
}

TEST_CASE("fully connected: d-ary trees have room between their bounds", "[oracle]") {
  CHECK(d_ary_trees({2, 3}, 2).least == 3);
  CHECK(d_ary_trees({2, 3}, 2).most == 3);
  for (unsigned n = 3; n <= 64; ++n)
    for (unsigned d = 2; d <= 7; ++d) {
      const Range range = d_ary_trees({n, 1}, d);
      CHECK(range.least >= lemma3({n, 1}));
      CHECK(range.least <= range.most);
    }
}

TEST_CASE("fully connected: no broadcast is faster than Lemma 3 but where it is said", "[oracle]") {
  for (unsigned k = 1; k <= 4; ++k)
    for (unsigned m = 1; m <= 4; ++m) {
      const unsigned most = std::array{0U, 10U, 9U, 7U, 5U}[m];
      for (unsigned n = 2; n <= most; ++n) {
        CAPTURE(n, m, k);
        CHECK(optimal_rounds({n, m, k}) == lemma3({n, m, k}));
      }
    }
  CHECK(lemma3({9, 3, 4}) == 2);
  CHECK(optimal_rounds({9, 3, 4}) == 3);
}
