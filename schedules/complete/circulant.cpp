// SPDX-License-Identifier: Apache-2.0
// Circulant broadcast of m blocks to n processors (J. L. Träff, "Round-optimal n-block broadcast
// schedules"): meets, for every n, the lower bound m + ceil(log n) - 1, which Bruck, Cypher & Ho
// exceed by O(log log n).
//
// q = ceil(log n); skip[q] = n, skip[k-1] = ceil(skip[k]/2). In step k of a phase of q rounds,
// processor r sends to (r + skip[k]) mod n. Processor r has q block numbers recv(r)[k], found by a
// search over sums of distinct skips: the block that it receives in step k, negative for a block of
// the phase before. A processor's numbers all differ modulo q, and it sends only blocks that it
// received before. Phases are shifted so that the last one ends with the last round; blocks below 0
// are not sent, and the last block stands in for blocks beyond it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <vector>

#include "schedules/complete/bounds.hpp"

namespace romcast {
namespace {

using namespace complete;

// Skips, and the search for the blocks of one processor.
class Circulant {
 public:
  explicit Circulant(std::uint32_t n) : n_(n), q_(ceil_log(2, n)) {
    skip_[q_] = n;
    for (unsigned k = q_; k > 0; --k) skip_[k - 1] = (skip_[k] + 1) / 2;
  }
  [[nodiscard]] unsigned steps() const { return q_; }
  [[nodiscard]] std::uint32_t skip(unsigned k) const { return skip_[k]; }

  /// Writes recv(r)[0 .. q-1] into `blocks`.
  void receive_blocks(std::uint32_t r, std::array<std::int8_t, 32>& blocks) {
    const unsigned base = base_block(r);
    target_ = n_ + r;
    alive_ = ((std::uint32_t{2} << q_) - 1) & ~(std::uint32_t{1} << base);
    limit_ = 2 * n_;
    found_ = 0;
    visit(0, highest_below(q_ + 1));
    for (unsigned k = 0; k < q_; ++k) {
      blocks[k] = static_cast<std::int8_t>(path_[k] == static_cast<int>(q_)
                                               ? static_cast<int>(base)
                                               : path_[k] - static_cast<int>(q_));
    }
  }

 private:
  // The block of a phase that processor r > 0 receives in this phase: the index of the smallest
  // skip in the greedy sum of skips, largest first, that equals r.
  [[nodiscard]] unsigned base_block(std::uint32_t r) const {
    for (unsigned k = q_; k-- > 0;) {
      if (skip_[k] == r) return k;
      if (skip_[k] < r) r -= skip_[k];
    }
    return q_;
  }
  [[nodiscard]] int highest_below(unsigned e) const {
    const std::uint32_t below = alive_ & ((std::uint32_t{1} << e) - 1);
    return static_cast<int>(std::bit_width(below)) - 1;
  }
  // Searches sums of skips depth first, largest skips first. A step takes a sum if the sum and the
  // skip of the step together do not exceed `target_` and the sum is smaller than the sum that the
  // step before took.
  void visit(std::uint32_t sum, int e) {
    while (e >= 0 && found_ < q_) {
      const std::uint32_t with = sum + skip_[static_cast<unsigned>(e)];
      if (with + skip_[found_] <= target_ && with < limit_) {
        if (with + skip_[found_ + 1] <= target_) visit(with, e);
        if (found_ == q_ || sum + skip_[found_ + 1] > target_) return;
        limit_ = with;
        path_[found_++] = e;
        alive_ &= ~(std::uint32_t{1} << static_cast<unsigned>(e));
      }
      e = highest_below(static_cast<unsigned>(e));
    }
  }

  std::uint32_t n_;
  unsigned q_;
  std::array<std::uint32_t, 32> skip_{};
  std::array<int, 32> path_{};
  std::uint32_t target_ = 0, limit_ = 0;
  std::uint32_t alive_ = 0;  // skips that no step has taken
  unsigned found_ = 0;
};

// The blocks of all processors, by step.
struct Blocks {
  explicit Blocks(std::uint32_t n) : circulant(n), of_step(circulant.steps()) {
    for (auto& blocks : of_step) blocks.resize(n);
    std::array<std::int8_t, 32> blocks{};
    for (std::uint32_t r = 1; r < n; ++r) {
      circulant.receive_blocks(r, blocks);
      for (unsigned k = 0; k < circulant.steps(); ++k) of_step[k][r] = blocks[k];
    }
  }
  Circulant circulant;
  std::vector<std::vector<std::int8_t>> of_step;
};

class CirculantRounds final : public Rounds {
 public:
  CirculantRounds(std::shared_ptr<const Blocks> blocks, const Size& size)
      : blocks_(std::move(blocks)),
        n_(size.n),
        last_(size.m - 1),
        shift_((blocks_->circulant.steps() - last_ % blocks_->circulant.steps()) %
               blocks_->circulant.steps()) {}

  void next(std::uint64_t r, Sends& sends) override {
    const unsigned q = blocks_->circulant.steps();
    const auto step = static_cast<unsigned>((r + shift_) % q);
    const std::uint32_t skip = blocks_->circulant.skip(step);
    const std::vector<std::int8_t>& block = blocks_->of_step[step];
    const std::int64_t phase = static_cast<std::int64_t>(r) - step;  // the phase's first round
    for (std::uint32_t to = 1; to < n_; ++to) {
      const std::uint32_t from = to >= skip ? to - skip : to + n_ - skip;
      const std::int64_t number = from == 0 ? static_cast<std::int64_t>(r) : block[to] + phase;
      if (number >= 0) {
        sends.add(from, to, std::min<std::uint64_t>(static_cast<std::uint64_t>(number), last_));
      }
    }
  }

 private:
  const std::shared_ptr<const Blocks> blocks_;
  const std::uint32_t n_;
  const std::uint32_t last_;
  const unsigned shift_;  // rounds of the first phase that are left out
};

std::uint64_t circulant_rounds(const Size& size) {
  return std::uint64_t{size.m} + ceil_log(2, size.n) - 1;
}

Plan circulant_plan(const Problem& problem) {
  const Size size = size_of(problem);
  const auto blocks = std::make_shared<const Blocks>(size.n);
  return plan_of(problem, circulant_rounds(size),
                 [blocks, size] { return std::make_unique<CirculantRounds>(blocks, size); });
}

Theory circulant_theory(const Problem& problem) {
  Theory theory{.formula_cycles = circulant_rounds(size_of(problem)),
                .formula_source = "Träff: m + ceil(log n) - 1"};
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm circulant_broadcast() {
  Algorithm algorithm = broadcast_algorithm("circulant", {Ports::Kind::single});
  algorithm.summary =
      "skips of about n/2, n/4, .., 1 in turn; m + ceil(log n) - 1, optimal for every n";
  algorithm.source = "J. L. Träff, round-optimal n-block broadcast schedules";
  algorithm.build = circulant_plan;
  algorithm.predict = circulant_theory;
  return algorithm;
}

}  // namespace romcast
