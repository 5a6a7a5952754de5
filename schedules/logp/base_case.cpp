// SPDX-License-Identifier: Apache-2.0
// Deals the letters (period.hpp) to the blocks from the highest letter down. A block's letters form
// a word; x^n stands for n letters x, x* for any number of letters x. A letter v > 2 is dealt until
// none is left: among the blocks that have no word yet and have either L-1-v or more than L-v
// processors, the smallest gets the word of Lemma 3.1. This word is v^(L-2-v) if the block has
// L-1-v processors, else (v-1)^(L-1-v) v*. The letters 0, 1, 2, written `a`, b, c, then form words
// b^(L-3) c* and a^(L-2) (ca)* b*. The word of the root's block is of the form a^(L-2) (ca)* b*, as
// the induction in KSSS needs.
#include "schedules/logp/base_case.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace romcast::logp {
namespace {

class Outline {
 public:
  Outline(std::uint32_t latency, std::uint32_t horizon) : latency_(latency), left_(latency, 0) {
    const auto f = fibonacci(latency, horizon);
    for (std::uint32_t label = 1; label <= horizon; ++label) {
      const auto nodes = static_cast<std::int64_t>(f[label] - f[label - 1]);
      if (label + latency > horizon) {
        left_[horizon - label] += nodes;
      } else {
        const std::uint32_t size = horizon - label - latency + 1;
        for (std::int64_t i = 0; i < nodes; ++i) unused_.push_back(size);
      }
    }
    root_ = horizon - latency + 1;
    std::ranges::sort(unused_);
    --left_[1];  // the receive-only processor gets a b
  }

  std::optional<Period> solve() {
    while (!unused_.empty() && unused_.front() == 1) {  // has the empty word
      ++period_.blocks[{.size = 1}];
      unused_.erase(unused_.begin());
    }
    if (left_[1] < 0) return std::nullopt;
    for (std::uint32_t letter = latency_ - 1; letter > 2; --letter) {
      while (left_[letter] > 0) {
        if (!use_up(letter)) return std::nullopt;
      }
    }
    if (!finish()) return std::nullopt;
    period_.spare = 1;
    return period_;
  }

 private:
  // Gives the word of Lemma 3.1 for `letter` to the smallest block in unused_ with a size for which
  // there is such a word; false if there is no such block, or if too few letters are left.
  bool use_up(std::uint32_t letter) {
    const auto block = std::ranges::find_if(unused_, [&](std::uint32_t size) {
      return size + letter + 1 == latency_ || size + letter > latency_;
    });
    if (block == unused_.end()) return false;
    const std::uint32_t before = *block + letter + 1 == latency_ ? 0 : latency_ - 1 - letter;
    const std::uint32_t times = *block - 1 - before;
    if (left_[letter] < times || left_[letter - 1] < before) return false;
    std::vector<std::int32_t> letters(before, static_cast<std::int32_t>(letter) - 1);
    letters.insert(letters.end(), times, static_cast<std::int32_t>(letter));
    take({.size = *block, .letters = std::move(letters)});
    unused_.erase(block);
    return true;
  }
  void take(BlockKind kind) {
    for (const std::int32_t letter : kind.letters) --left_[static_cast<std::size_t>(letter)];
    ++period_.blocks[kind];
  }

  // Sets with_a_[i], for i >= `block`: true if block unused_[i] gets a word a^(L-2) (ca)* b*, false
  // if the block gets a word b^(L-3) c*. The other arguments count in the root's block and in the
  // blocks unused_[i] with i < `block`: `cs` the letters c in words b^(L-3) c*, `as` the words
  // a^(L-2) (ca)* b*, and `pairs` the pairs ca for which the latter words have space. Returns false
  // if no choice uses up the letters `a` and c; failed_ keeps the arguments that were tried.
  bool choose(std::size_t block, std::int64_t cs, std::int64_t as, std::int64_t pairs) {
    if (cs > left_[2] || as * least_a() > left_[0]) return false;
    if (block == unused_.size()) {
      const std::int64_t wanted = left_[0] - as * least_a();
      return cs + wanted == left_[2] && pairs >= wanted;
    }
    if (!failed_.insert({static_cast<std::int64_t>(block), cs, as, pairs}).second) return false;
    const std::int64_t word = unused_[block] - 1;
    with_a_[block] = true;
    if (word >= least_a() && choose(block + 1, cs, as + 1, pairs + (word - least_a()) / 2)) {
      return true;
    }
    with_a_[block] = false;
    return word + 1 >= least_a() && choose(block + 1, cs + word + 1 - least_a(), as, pairs);
  }
  bool finish() {
    with_a_.assign(unused_.size(), false);
    const std::int64_t word = std::int64_t{root_} - 1 - least_a();
    if (word < 0 || !choose(0, 0, 1, word / 2)) return false;
    const std::int64_t words = 1 + std::ranges::count(with_a_, true);
    std::int64_t pairs = left_[0] - words * least_a();
    period_.root = word_with_a(root_, pairs);
    for (std::size_t i = 0; i < unused_.size(); ++i) {
      if (with_a_[i]) {
        ++period_.blocks[word_with_a(unused_[i], pairs)];
      } else {
        std::vector<std::int32_t> letters(latency_ - 3, 1);
        letters.resize(unused_[i] - 1, 2);
        ++period_.blocks[{.size = unused_[i], .letters = std::move(letters)}];
      }
    }
    return true;
  }
  // A block of `size` processors with the word a^(L-2) (ca)* b*. The word has as many pairs ca
  // as fit, but at most `pairs`; reduces `pairs` by the number of pairs in the word.
  [[nodiscard]] BlockKind word_with_a(std::uint32_t size, std::int64_t& pairs) const {
    const std::int64_t rest = std::int64_t{size} - 1 - least_a();
    const std::int64_t here = std::min(pairs, rest / 2);
    pairs -= here;
    BlockKind kind{.size = size};
    kind.letters.assign(static_cast<std::size_t>(least_a() + here), 0);
    kind.letters.resize(static_cast<std::size_t>(least_a() + rest - here), 1);
    kind.letters.resize(size - 1, 2);
    return kind;
  }
  [[nodiscard]] std::int64_t least_a() const { return std::int64_t{latency_} - 2; }

  std::uint32_t latency_, root_ = 1;
  std::vector<std::int64_t> left_;     // by letter: the number of unused ones
  std::vector<std::uint32_t> unused_;  // sizes of blocks, ascending, without the root's
  std::vector<bool> with_a_;           // by index in unused_: the block's word has an a
  std::set<std::array<std::int64_t, 4>> failed_;
  Period period_;
};

}  // namespace

std::optional<Period> base_case(std::uint32_t latency, std::uint32_t horizon) {
  if (latency < 3 || horizon < latency) return std::nullopt;
  return Outline(latency, horizon).solve();
}

}  // namespace romcast::logp
