// SPDX-License-Identifier: Apache-2.0
// The fewest rounds of tiny broadcasts by exhaustive search, against the lower bound and the
// algorithms.
#include "schedules/complete/bounds.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "schedules/complete/solved.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// The knowledge of all processors except the broadcaster 0: bit (v-1)*m + message is 1 if v has
// `message`.
using Known = std::uint32_t;

class Exhaustive {
 public:
  Exhaustive(unsigned n, unsigned m, unsigned k) : n_(n), m_(m), k_(k) {}

  // The fewest rounds, by a breadth-first search over the states of knowledge after each round.
  unsigned rounds() {
    const Known all = (Known{1} << (n_ - 1) * m_) - 1;
    std::set<Known> now{0};
    for (unsigned r = 0;; ++r) {
      if (now.contains(all)) return r;
      std::set<Known> next;
      for (const Known known : now) {
        const Known missing = all & ~known;
        for (Known wanted = missing; wanted != 0; wanted = (wanted - 1) & missing) {
          if (!next.contains(known | wanted) && possible(known, wanted)) {
            next.insert(known | wanted);
          }
        }
      }
      now = next;
    }
  }

 private:
  [[nodiscard]] bool knows(Known known, unsigned v, unsigned message) const {
    return v == 0 || (known >> ((v - 1) * m_ + message) & 1) != 0;
  }
  // True if all pairs (receiver, message) of `wanted` can be received in one round; matches the
  // pairs with send ports.
  bool possible(Known known, Known wanted) {
    for (unsigned v = 1; v < n_; ++v) {
      const Known mine = wanted >> (v - 1) * m_ & ((Known{1} << m_) - 1);
      if (static_cast<unsigned>(std::popcount(mine)) > k_) return false;
    }
    sent_.assign(n_, {});
    for (unsigned bit = 0; bit < (n_ - 1) * m_; ++bit) {
      if ((wanted >> bit & 1) == 0) continue;
      std::vector<bool> tried(n_, false);
      if (!serve(known, bit, tried)) return false;
    }
    return true;
  }
  bool serve(Known known, unsigned bit, std::vector<bool>& tried) {
    for (unsigned v = 0; v < n_; ++v) {
      if (tried[v] || !knows(known, v, bit % m_)) continue;
      tried[v] = true;
      if (sent_[v].size() < k_) {
        sent_[v].push_back(bit);
        return true;
      }
      for (unsigned& other : sent_[v]) {
        if (!serve(known, other, tried)) continue;
        other = bit;
        return true;
      }
    }
    return false;
  }

  unsigned n_, m_, k_;
  std::vector<std::vector<unsigned>> sent_;
};

struct Tiny {
  unsigned n, m;
};
const std::vector<Tiny> kTiny{{2, 1}, {2, 4}, {3, 1}, {3, 2}, {3, 3}, {3, 4}, {4, 1},
                              {4, 2}, {4, 3}, {5, 1}, {5, 2}, {6, 1}, {7, 1}, {8, 1}};

std::string found(std::uint32_t n, std::uint32_t m, std::uint32_t k, const std::string& name) {
  return find_algorithm(name, problem_of(Broadcast{.n = n, .m = m, .k = k})).name;
}

}  // namespace

TEST_CASE("the lower bound is the fewest rounds of every tiny broadcast") {
  for (const auto& [n, m] : kTiny) {
    for (unsigned k = 1; k <= 4; ++k) {
      CAPTURE(n, m, k);
      CHECK(complete::fewest_rounds({.n = n, .m = m, .k = k}) == Exhaustive(n, m, k).rounds());
    }
  }
}

TEST_CASE("no algorithm beats the fewest rounds and the best is at most one above them") {
  for (const auto& [n, m] : kTiny) {
    for (unsigned k = 1; k <= 4; ++k) {
      const unsigned fewest = Exhaustive(n, m, k).rounds();
      for (const Algorithm& algorithm : all_algorithms()) {
        if (algorithm.network != "complete" || algorithm.buffered) continue;
        if (algorithm.collective != CollectiveKind::broadcast) continue;
        const Broadcast broadcast{.algorithm = algorithm.name, .n = n, .m = m, .k = k};
        const Problem problem = problem_of(broadcast);
        if (std::ranges::count(algorithm.ports, problem.ports.kind) == 0) continue;
        if (algorithm.refusal && !algorithm.refusal(problem).empty()) continue;
        CAPTURE(algorithm.name, n, m, k);
        CHECK(solve(broadcast).rounds() >= fewest);
      }
      CAPTURE(n, m, k);
      CHECK(solve({.algorithm = "", .n = n, .m = m, .k = k}).rounds() <= fewest + (k > 1 ? 1 : 0));
    }
  }
}

TEST_CASE("without a name a fully connected network takes what is optimal") {
  CHECK(found(100, 5, 1, "") == "circulant");
  CHECK(found(27, 5, 2, "") == "clipped-cube");
  CHECK(found(28, 5, 2, "") == "rotation-best");
  CHECK(found(100, 5, 1, "paper") == "fibonacci");
  CHECK(found(100, 5, 3, "paper") == "rotation");
}
