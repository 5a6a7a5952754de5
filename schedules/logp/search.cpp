// SPDX-License-Identifier: Apache-2.0
// Deals leaves to blocks at random, again and again, until the letters of every block have the
// right sum (period.hpp) or the tries end.
#include <algorithm>
#include <random>

#include "schedules/logp/period.hpp"

namespace romcast::logp {
namespace {

struct Block {
  BlockKind kind;
  std::int64_t sum = 0;
};

// One attempt to deal all leaves.
class Deal {
 public:
  Deal(std::uint32_t latency, std::uint64_t receivers, std::uint32_t horizon, const Want& want,
       std::mt19937& random)
      : latency_(latency), horizon_(horizon), want_(want), random_(random), bag_(latency + 2, 0) {
    const auto f = fibonacci(latency, horizon);
    missing_ = f[horizon] - receivers;
    for (std::uint32_t label = 0; label <= horizon; ++label) {
      const std::uint64_t nodes = label == 0 ? 1 : f[label] - f[label - 1];
      if (label + latency <= horizon) {
        nodes_.insert(nodes_.end(), nodes, label);
      } else {
        letter(static_cast<std::int32_t>(horizon - label)) += nodes;
      }
    }
    letter(0) -= missing_;
  }

  // Which nodes lack their last child: the ones with most children, those with fewest, or any.
  enum class Lacking { most, fewest, any };
  void make_blocks(Lacking lacking) {
    std::vector<std::size_t> order(nodes_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    if (lacking == Lacking::fewest) std::ranges::reverse(order);
    if (lacking == Lacking::any) shuffle(order);
    std::vector<bool> lacks(nodes_.size(), false);
    for (std::size_t i = 0; i < missing_; ++i) lacks[order[i]] = true;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const std::uint32_t children = horizon_ - nodes_[i] - latency_ + 1;
      if (lacks[i] && children == 1) {
        ++letter(static_cast<std::int32_t>(latency_));
      } else {
        blocks_.push_back({{.size = children - (lacks[i] ? 1 : 0), .lacking = lacks[i]}});
      }
    }
  }
  // Makes some of the blocks whose children are leaves send one cycle late.
  void make_late() {
    const std::uint32_t share = 1 + random_() % 8;
    for (Block& block : blocks_) {
      const std::uint32_t first = block.kind.size - 1 + (block.kind.lacking ? 1 : 0);
      if (first >= latency_ || random_() % 8 >= share) continue;
      if (letter(static_cast<std::int32_t>(first)) == 0) continue;
      --letter(static_cast<std::int32_t>(first));
      ++letter(block.kind.lacking ? 0 : -1);
      block.kind.delay = 1;
    }
  }

  bool deal() {
    if (want_.spare) {
      spare_ = *want_.spare;
      if (letter(spare_) == 0) return false;
      --letter(spare_);
    }
    if (want_.multiple && !fill_root()) return false;
    for (std::size_t i = blocks_.size(); i-- > (want_.multiple ? 1 : 0);) fill(blocks_[i]);
    if (!want_.spare) spare_ = draw();
    return true;
  }
  bool repair(std::uint32_t repairs) {
    std::vector<std::size_t> bad;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (need(blocks_[i]) != 0) bad.push_back(i);
    }
    while (!bad.empty()) {
      if (repairs-- == 0) return false;
      std::swap(bad[random_() % bad.size()], bad.back());
      const std::size_t other = mend(bad.back());
      if (need(blocks_[bad.back()]) == 0) bad.pop_back();
      if (other < blocks_.size() && need(blocks_[other]) != 0 &&
          std::ranges::find(bad, other) == bad.end()) {
        bad.push_back(other);
      }
      std::erase_if(bad, [this](std::size_t i) { return need(blocks_[i]) == 0; });
    }
    return true;
  }
  [[nodiscard]] Period result() const {
    Period period{.spare = spare_};
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      BlockKind kind = blocks_[i].kind;
      std::ranges::sort(kind.letters);
      if (i == 0) {
        period.root = kind;
      } else {
        ++period.blocks[kind];
      }
    }
    return period;
  }

 private:
  std::uint64_t& letter(std::int32_t value) { return bag_[static_cast<std::uint32_t>(value + 1)]; }
  template <class T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random_() % i]);
  }
  // Draws a letter from the bag, which must not be empty.
  std::int32_t draw() {
    std::uint64_t all = 0;
    for (const std::uint64_t count : bag_) all += count;
    std::uint64_t rank = random_() % all;
    std::size_t value = 0;
    for (; rank >= bag_[value]; ++value) rank -= bag_[value];
    --bag_[value];
    return static_cast<std::int32_t>(value) - 1;
  }
  [[nodiscard]] std::int64_t offset(const Block& block) const {
    return std::int64_t{latency_} - 1 + (block.kind.lacking ? 1 : 0);
  }
  // The amount, modulo the size of the block, by which the sum of its letters must grow.
  [[nodiscard]] std::int64_t need(const Block& block) const {
    const std::int64_t size = block.kind.size;
    return ((-block.sum - offset(block)) % size + size) % size;
  }
  void take(Block& block) {
    block.kind.letters.push_back(draw());
    block.sum += block.kind.letters.back();
  }
  void exchange(Block& block, std::size_t place, std::int32_t with) {
    ++letter(block.kind.letters[place]);
    --letter(with);
    block.sum += with - block.kind.letters[place];
    block.kind.letters[place] = with;
  }
  // Fills the root's block, then exchanges letters of the block for unused ones (bag_) until the
  // block's sum is the one that want_.multiple demands. False if the sum is not reached.
  bool fill_root() {
    Block& root = blocks_[0];
    const std::int64_t sum = std::int64_t{*want_.multiple} * root.kind.size - offset(root);
    while (root.kind.letters.size() + 1 < root.kind.size) take(root);
    const std::uint32_t steps = root.kind.size == 1 ? 0 : 8 * root.kind.size;
    for (std::uint32_t step = 0; root.sum != sum && step < steps; ++step) {
      const std::size_t place = random_() % root.kind.letters.size();
      const std::int32_t old = root.kind.letters[place];
      std::int32_t best = old;
      for (std::int32_t value = -1; value <= static_cast<std::int32_t>(latency_); ++value) {
        if (letter(value) == 0) continue;
        if (std::abs(root.sum + value - old - sum) < std::abs(root.sum + best - old - sum)) {
          best = value;
        }
      }
      if (best != old) exchange(root, place, best);
    }
    return root.sum == sum;
  }
  // Takes any letters, then exchanges one letter so that the sum is right, if the bag has a letter
  // that does this.
  void fill(Block& block) {
    while (block.kind.letters.size() + 1 < block.kind.size) take(block);
    const std::int64_t size = block.kind.size, grow = need(block);
    if (grow == 0) return;
    std::vector<std::pair<std::size_t, std::int32_t>> paths;
    for (std::size_t place = 0; place < block.kind.letters.size(); ++place) {
      for (std::int32_t value = -1; value <= static_cast<std::int32_t>(latency_); ++value) {
        const std::int64_t step = value - block.kind.letters[place] - grow;
        if (letter(value) > 0 && step % size == 0) paths.emplace_back(place, value);
      }
    }
    if (paths.empty()) return;
    const auto& [place, value] = paths[random_() % paths.size()];
    exchange(block, place, value);
  }
  // Makes the sum of block `bad` right by one swap of a letter: with the spare letter, unless
  // want_.spare fixes it, or with a letter of another block whose sum, if right, stays right. If
  // there is no such swap, swaps random letters of block `bad` and another block. Returns the index
  // of the other block, or the number of blocks if there was no swap with another block.
  std::size_t mend(std::size_t bad) {
    Block& block = blocks_[bad];
    const std::int64_t size = block.kind.size, grow = need(block);
    const std::size_t start = random_() % blocks_.size();
    const std::size_t first = want_.multiple ? 1 : 0;
    if (!want_.spare) {
      for (std::int32_t& mine : block.kind.letters) {
        if ((spare_ - mine - grow) % size != 0) continue;
        block.sum += spare_ - mine;
        std::swap(mine, spare_);
        return blocks_.size();
      }
    }
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const std::size_t index = (start + i) % blocks_.size();
      if (index == bad || index < first) continue;
      Block& other = blocks_[index];
      const std::int64_t others = other.kind.size;
      const std::int64_t others_need = need(other);
      for (std::int32_t& mine : block.kind.letters) {
        for (std::int32_t& theirs : other.kind.letters) {
          const std::int64_t step = theirs - mine;
          if (step == 0 || (step - grow) % size != 0) continue;
          if (others_need == 0 && step % others != 0) continue;
          swap_letters(block, mine, other, theirs);
          return index;
        }
      }
    }
    for (std::uint32_t attempt = 0; attempt < 20; ++attempt) {
      const std::size_t index = random_() % blocks_.size();
      Block& other = blocks_[index];
      if (index == bad || index < first || other.kind.letters.empty()) continue;
      if (block.kind.letters.empty()) break;
      swap_letters(block, block.kind.letters[random_() % block.kind.letters.size()], other,
                   other.kind.letters[random_() % other.kind.letters.size()]);
      return index;
    }
    return blocks_.size();
  }
  static void swap_letters(Block& block, std::int32_t& mine, Block& other, std::int32_t& theirs) {
    block.sum += theirs - mine;
    other.sum += mine - theirs;
    std::swap(mine, theirs);
  }

  std::uint32_t latency_, horizon_;
  Want want_;
  std::mt19937& random_;
  std::uint64_t missing_ = 0;
  std::vector<std::uint32_t> nodes_;  // labels of the nodes that have children in the full tree
  std::vector<std::uint64_t> bag_;    // unused letters: how many of -1, 0, .. L
  std::vector<Block> blocks_;         // the root's first
  std::int32_t spare_ = 0;
};

}  // namespace

std::vector<std::uint64_t> fibonacci(std::uint32_t latency, std::uint32_t horizon) {
  std::vector<std::uint64_t> f(horizon + 1, 1);
  for (std::uint32_t t = latency; t <= horizon; ++t) f[t] = f[t - 1] + f[t - latency];
  return f;
}

std::optional<Period> search_period(std::uint32_t latency, std::uint64_t receivers,
                                    std::uint32_t horizon, const Want& want, std::uint32_t late,
                                    const Effort& effort) {
  if (receivers == 1) return Period{};
  std::mt19937 random(static_cast<std::uint32_t>(receivers));
  const Deal start(latency, receivers, horizon, want, random);
  for (std::uint32_t attempt = 0; attempt < effort.tries; ++attempt) {
    Deal deal = start;
    using enum Deal::Lacking;
    deal.make_blocks(attempt % 3 == 0 ? fewest : attempt % 3 == 1 ? any : most);
    if (late > 0) deal.make_late();
    if (deal.deal() && deal.repair(effort.repairs)) return deal.result();
  }
  return std::nullopt;
}

}  // namespace romcast::logp
