// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/endgame.hpp"

#include <algorithm>
#include <map>

namespace romcast::logp {

std::vector<std::vector<std::uint32_t>> reception_orders(std::uint32_t r) {
  std::vector<std::vector<std::uint32_t>> order(r, std::vector<std::uint32_t>(r - 1, 0));
  for (std::uint32_t j = 2; j <= r; ++j) order[0][j - 2] = j;  // rule (a) of the proof
  for (std::uint32_t i = 2; i + 2 <= r; ++i) {                 // rule (b)
    order[i - 1][0] = r;
    for (std::uint32_t j = 1, m = 1; j < r; ++j) {
      if (j != i) order[i - 1][m++] = j;
    }
  }
  auto& before = order[r - 2];
  auto& last = order[r - 1];
  const std::uint32_t low = r / 2, high = (r + 1) / 2;
  if (r % 2 == 1) {  // rules (c)i, (d)i
    before[0] = low;
    before[1] = high;
    before[2] = r;
    before[3] = 1;
    last[0] = 1;
    last[1] = high;
    last[r - 2] = low;
    last[r - 3] = r - 1;
    for (std::uint32_t j = 2; j < low; ++j) before[5 + 2 * (j - 2)] = last[3 + 2 * (j - 2)] = j;
    for (std::uint32_t j = high + 1; j + 1 < r; ++j) {
      before[4 + 2 * (j - high - 1)] = last[2 + 2 * (j - high - 1)] = j;
    }
  } else {  // rules (c)ii, (d)ii
    before[0] = low;
    before[1] = 1;
    before[2] = r;
    last[0] = low;
    last[2] = 1;
    last[r - 3] = r - 1;
    for (std::uint32_t j = 2; j < low; ++j) before[4 + 2 * (j - 2)] = last[4 + 2 * (j - 2)] = j;
    for (std::uint32_t j = low + 1; j + 1 < r; ++j) {
      before[3 + 2 * (j - low - 1)] = last[1 + 2 * (j - low - 1)] = j;
    }
  }
  return order;
}

class EndgameMaker {
 public:
  EndgameMaker(std::uint32_t latency, std::uint32_t horizon, std::uint32_t items)
      : latency_(latency), horizon_(horizon), items_(items) {}

  std::optional<Endgame> make() {
    place_blocks();
    for (const Block& block : blocks_) {
      if (!serve(block)) return std::nullopt;
    }
    const auto one = helper(1);  // serves the processor that only receives
    if (!one) return std::nullopt;
    link(*one, {next_, 1, 0}, identity(1), horizon_);
    for (const auto& [size, left] : helpers_) {
      if (!left.empty()) return std::nullopt;
    }
    if (!extra_.empty()) return std::nullopt;
    return std::move(endgame_);
  }

 private:
  struct Block {
    NodeId base;
    std::uint32_t size, label;
  };

  // Lists the blocks in order of label; links the source to the root's block, and the block of
  // each node to the blocks of the node's children.
  void place_blocks() {
    const auto f = fibonacci(latency_, horizon_);
    std::map<std::uint32_t, std::vector<Block>> takers;
    for (std::uint32_t label = 0; label + latency_ <= horizon_; ++label) {
      const std::uint64_t nodes = label == 0 ? 1 : f[label] - f[label - 1];
      for (std::uint64_t i = 0; i < nodes; ++i) {
        const Block block{next_, horizon_ - label - latency_ + 1, label};
        next_ += block.size;
        blocks_.push_back(block);
        takers[label].push_back(block);
        if (block.size < latency_ || block.size == 1) helpers_[block.size].push_back(block);
      }
    }
    const Block source{0, 1, 0};
    link(source, blocks_[0], identity(blocks_[0].size), 0);
    for (const Block& block : blocks_) {
      for (std::uint32_t child = block.label + latency_; child + latency_ <= horizon_; ++child) {
        const Block& taker = takers[child].back();
        link(block, taker, identity(taker.size), child);
        takers[child].pop_back();
      }
    }
  }

  // The label (period.hpp) of a processor that gets an item in step m of the endgame.
  [[nodiscard]] std::uint32_t label(std::uint32_t m) const { return horizon_ - latency_ + 1 + m; }

  bool serve(const Block& block) {
    const std::uint32_t r = block.size;
    if (r >= 2 * latency_) return serve_large(block);
    if (r == 1) return true;
    if (r == 2) {
      pairs_.push_back(block);
      return serve_pairs();
    }
    if (r == 3 && r <= latency_) return serve_three(block);
    const auto orders = reception_orders(r);
    if (r > latency_ + 1) {  // case 2 of the proof
      for (std::uint32_t m = 0; m < latency_; ++m) own(block, orders, m);
      const auto from = helper(r - latency_);
      if (!from) return false;
      for (std::uint32_t m = latency_; m + 1 < r; ++m)
        link(*from, block, order(orders, m), label(m));
      extra_.push_back({*from, label(latency_ - 1)});
      return serve_pairs();
    }
    if (r >= latency_) {  // case 3
      for (std::uint32_t m = 0; m + 1 < r; ++m) own(block, orders, m);
      if (r == latency_) extra_.push_back({block, label(r - 1)});
      return serve_pairs();
    }
    return serve_small(block, orders, (latency_ - r + 1 + r - 1) / r * r);  // case 4
  }

  // Case 1 of the proof: item i goes to the processors p_{j+i-1} of p_1 .. p_r (indices modulo r),
  // j = 2 .. r.
  bool serve_large(const Block& block) {
    const std::uint32_t r = block.size;
    for (std::uint32_t m = 0; m < latency_; ++m) link(block, block, turned(r, r - m), label(m));
    for (std::uint32_t j = latency_ + 1; j + latency_ <= r; ++j) {
      const auto from = helper(1);
      if (!from) return false;
      link(*from, block, turned(r, j), label(latency_ - 1));
    }
    if (latency_ == 1) return true;
    const auto from = helper(latency_ - 1);
    if (!from) return false;
    for (std::uint32_t j = latency_; j >= 2; --j) {
      link(*from, block, turned(r, j), label(2 * latency_ + 1 - j));
    }
    // The last send of the last item is a step earlier than for other items, and from `block`.
    Endgame::Link last = endgame_.links_.back();
    --endgame_.links_.back().last;
    if (items_ == 1) endgame_.links_.pop_back();
    last.from = block.base;
    last.from_size = block.size;
    --last.lag;
    last.first = items_ - 1;
    endgame_.links_.push_back(last);
    return true;
  }

  // Item i goes to p_{i+2} of p_1 .. p_3 (indices modulo 3) in a step m with m mod 3 = 1, and to
  // p_{i+1} in step m+1.
  bool serve_three(const Block& block) {
    if (latency_ == 3) {
      link(block, block, turned(3, 3), label(1));
      link(block, block, turned(3, 2), label(2));
      extra_.push_back({block, label(0)});
      return serve_pairs();
    }
    std::uint32_t first = latency_ - 2;
    while (first % 3 != 1) ++first;
    const auto from = helper(2);
    if (!from) return false;
    link(*from, block, turned(3, 3), label(first));
    link(*from, block, turned(3, 2), label(first + 1));
    return true;
  }

  bool serve_small(const Block& block, const std::vector<std::vector<std::uint32_t>>& orders,
                   std::uint32_t first) {
    const auto from = helper(block.size - 1);
    if (!from) return false;
    for (std::uint32_t m = 0; m + 1 < block.size; ++m) {
      link(*from, block, order(orders, m), label(first + m));
    }
    return true;
  }

  // Case 5: links blocks of two to other blocks that have a free send, until one sort runs out.
  bool serve_pairs() {
    while (!pairs_.empty() && !extra_.empty()) {
      const auto& [from, at] = extra_.back();
      link(from, pairs_.back(), turned(2, 2), at);
      extra_.pop_back();
      pairs_.pop_back();
    }
    return true;
  }

  void own(const Block& block, const std::vector<std::vector<std::uint32_t>>& orders,
           std::uint32_t m) {
    link(block, block, order(orders, m), label(m));
  }
  std::optional<Block> helper(std::uint32_t size) {
    auto& left = helpers_[size];
    if (left.empty()) return std::nullopt;
    const Block block = left.back();
    left.pop_back();
    return block;
  }
  void link(const Block& from, const Block& to, const std::vector<std::uint32_t>& order,
            std::uint32_t lag) {
    const auto [known, added] =
        order_numbers_.try_emplace(order, static_cast<std::uint32_t>(endgame_.orders_.size()));
    if (added) endgame_.orders_.push_back(order);
    endgame_.links_.push_back(
        {from.base, from.size, to.base, to.size, known->second, lag, 0, items_ - 1});
  }
  static std::vector<std::uint32_t> order(const std::vector<std::vector<std::uint32_t>>& orders,
                                          std::uint32_t m) {
    std::vector<std::uint32_t> places;
    places.reserve(orders.size());
    for (const auto& of_item : orders) places.push_back(of_item[m] - 1);
    return places;
  }
  // The order in which item i goes to p_{j+i-1} of p_1 .. p_r (indices modulo r): element i-1 is
  // (j+i-2) mod r, this processor's number counted from 0.
  static std::vector<std::uint32_t> turned(std::uint32_t r, std::uint32_t j) {
    std::vector<std::uint32_t> places(r);
    for (std::uint32_t x = 0; x < r; ++x) places[x] = (x + j - 1) % r;
    return places;
  }
  static std::vector<std::uint32_t> identity(std::uint32_t r) { return turned(r, 1); }

  struct Extra {
    Block from;
    std::uint32_t label;
  };
  std::uint32_t latency_, horizon_, items_;
  NodeId next_ = 1;
  std::vector<Block> blocks_, pairs_;
  std::map<std::uint32_t, std::vector<Block>> helpers_;  // by size: 1 .. max(1, L-1)
  std::vector<Extra> extra_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> order_numbers_;
  Endgame endgame_;
};

std::optional<Endgame> Endgame::make(std::uint32_t latency, std::uint64_t receivers,
                                     std::uint32_t items) {
  const auto horizon = static_cast<std::uint32_t>(
      broadcast_time({.processors = receivers, .timing = {.latency = latency}}));
  if (fibonacci(latency, horizon)[horizon] != receivers || horizon + 1 < 3 * latency) {
    return std::nullopt;
  }
  return EndgameMaker(latency, horizon, items).make();
}

std::uint64_t Endgame::steps() const {
  std::uint64_t steps = 0;
  for (const Link& link : links_) steps = std::max(steps, link.lag + std::uint64_t{link.last} + 1);
  return steps;
}

}  // namespace romcast::logp
