// SPDX-License-Identifier: Apache-2.0
// Deals the letters (period.hpp) for N receivers and horizon h by induction (KSSS, section 3.3, for
// N = f_h). A solution is joined from two smaller ones, its parts: one with horizon h-1, whose root
// gets a new first child, and one with horizon h-L, which becomes the subtree of this child.
//
// Every solution has one spare letter. If the letters of the root's block, of s processors, sum to
// m*s - (L-1), the block stays solvable when it gets the letter m. So the spare letter of one part
// must be m; the other part's spare letter becomes that of the whole. If the horizon grows by one
// and the labels stay, all letters and m grow by one.
//
// A solution is of type (m, spare letter). The induction needs type (2,2) for N <= f_{h-1} + L-3,
// where hardly any letter is "a"; (0,0) for L = 1 and 2N > 3 f_{h-1}; (1,1) for all other N; and
// besides (1,0) for N = f_h. With a suitable number of receivers below the new child both parts
// have one of these types again. The induction ends at horizons that are searched directly; a
// computer check for L <= 30 found that the search succeeds for all N of L consecutive horizons.
#include "schedules/logp/planner.hpp"

#include <algorithm>
#include <utility>

namespace romcast::logp {
namespace {

constexpr Want kFew{2, 2};   // hardly any a
constexpr Want kMany{1, 1};  // more receivers
constexpr Want kSpareA{1, 0};
constexpr Want kNoB{0, 0};  // L = 1, upper half

class Planner {
 public:
  Planner(std::uint32_t latency, std::uint32_t horizon)
      : latency_(latency),
        few_(latency > 3 ? latency - 3 : 0),
        searched_(latency == 1   ? 4
                  : latency == 2 ? 11
                  : latency == 3 ? 15
                                 : 4 * latency + 2),
        f_(fibonacci(latency, horizon)) {}

  /// True if L <= kMostChecked, or if plan() tries only short direct searches: horizon <= searched_
  /// and receivers * L <= kMostSearched.
  [[nodiscard]] bool reasonable(std::uint64_t receivers, std::uint32_t horizon) const {
    return latency_ <= kMostChecked ||
           (horizon <= searched_ && receivers * latency_ <= kMostSearched);
  }

  std::optional<Period> plan(std::uint64_t receivers, std::uint32_t horizon) {
    if (horizon <= searched_) {
      const Effort effort = latency_ == 2 ? kEffortOfTwo : Effort{};
      auto exact = search_period(latency_, receivers, horizon, {}, 0, effort);
      return exact ? exact : search_period(latency_, receivers, horizon, {}, 1, {});
    }
    if (latency_ == 1) {
      return made({receivers, horizon, 2 * receivers <= 3 * f_[horizon - 1] ? kMany : kNoB});
    }
    if (latency_ == 2 && on_time(horizon).contains(receivers)) return timely(receivers, horizon);
    return made({receivers, horizon, few(receivers, horizon) ? kFew : kMany});
  }

 private:
  static constexpr std::uint32_t kMostChecked = 30;
  static constexpr std::uint64_t kMostSearched = 500'000;
  static constexpr Effort kEffortOfTwo{40, 30};

  // L = 2: make() finds periods that can be one cycle late, which is unavoidable for N = f_h
  // (Theorem 3.4). If N is in the range on_time(h), timely() joins two periods that are on time,
  // with horizons h-1 and h-2. If h is 9 or 10, timely() searches.
  struct Range {
    std::uint64_t low, high;
    [[nodiscard]] bool contains(std::uint64_t n) const { return low <= n && n <= high; }
  };
  static Range on_time(std::uint32_t horizon) {
    Range before{36, 44}, range{58, 71};  // horizons 9 and 10
    for (std::uint32_t h = 10; h < horizon; ++h) {
      before = std::exchange(range, {range.low + before.low, range.high + before.high});
    }
    return horizon == 9 ? before : range;
  }
  std::optional<Period> timely(std::uint64_t receivers, std::uint32_t horizon) {
    if (horizon <= 10) return search_period(latency_, receivers, horizon, kMany, 0, {});
    const auto known = timely_.find({receivers, horizon});
    if (known != timely_.end()) return known->second;
    const std::uint64_t second =
        std::min(on_time(horizon - 2).high, receivers - on_time(horizon - 1).low);
    auto period = glue(timely(receivers - second, horizon - 1), timely(second, horizon - 2));
    return timely_[{receivers, horizon}] = std::move(period);
  }

  struct Part {
    std::uint64_t receivers;
    std::uint32_t horizon;
    Want want;
    bool operator<(const Part& other) const {
      return std::tie(receivers, horizon, want) <
             std::tie(other.receivers, other.horizon, other.want);
    }
  };

  [[nodiscard]] bool few(std::uint64_t receivers, std::uint32_t horizon) const {
    return receivers <= f_[horizon - 1] + few_;
  }

  // Returns make(part), and stores it, as the induction needs the same few parts repeatedly.
  const std::optional<Period>& made(const Part& part) {
    const auto known = parts_.find(part);
    if (known != parts_.end()) return known->second;
    return parts_[part] = make(part);
  }

  std::optional<Period> make(const Part& part) {
    const auto& [receivers, horizon, want] = part;
    if (horizon <= searched_) {
      return search_period(latency_, receivers, horizon, want, latency_ == 2 ? 1 : 0, {});
    }
    if (latency_ == 1) return halves(part);
    if (want == kSpareA) {
      return glue(made({f_[horizon - 1], horizon - 1, kMany}),
                  made({f_[horizon - latency_], horizon - latency_, kSpareA}));
    }
    const std::uint64_t full = f_[horizon - latency_ - 1];
    if (want == kFew) {
      return glue(made({receivers - full, horizon - 1, kFew}),
                  raised(made({full, horizon - latency_ - 1, kMany})));
    }
    std::uint64_t second = std::min(f_[horizon - latency_], receivers - f_[horizon - 2] - few_ - 1);
    if (few(second, horizon - latency_)) second = full;
    const auto& first = made({receivers - second, horizon - 1, kMany});
    if (second == full) return glue(first, raised(made({full, horizon - latency_ - 1, kSpareA})));
    return glue(first, made({second, horizon - latency_, kMany}));
  }

  // L = 1: both parts have the horizon h-1 and half of the receivers each.
  std::optional<Period> halves(const Part& part) {
    const std::uint64_t second = part.receivers / 2, first = part.receivers - second;
    const auto& more = made({first, part.horizon - 1, part.want});
    if (second > f_[part.horizon - 2])
      return glue(more, made({second, part.horizon - 1, part.want}));
    return glue(more, raised(made({second, part.horizon - 2, kNoB})));
  }

  // The period `lower` with a horizon that is one higher: labels stay, so letters grow by one, and
  // all nodes with children lack their last child.
  static std::optional<Period> raised(const std::optional<Period>& lower) {
    if (!lower) return std::nullopt;
    const auto raise = [](BlockKind kind) {
      kind.lacking = true;
      for (std::int32_t& letter : kind.letters) ++letter;
      return kind;
    };
    Period period{.spare = lower->spare + 1};
    for (const auto& [kind, count] : lower->blocks) period.blocks[raise(kind)] += count;
    if (lower->root) period.root = raise(*lower->root);
    return period;
  }

  [[nodiscard]] std::int64_t multiple(const BlockKind& root) const {
    std::int64_t sum = std::int64_t{latency_} - 1 + (root.lacking ? 1 : 0);
    for (const std::int32_t letter : root.letters) sum += letter;
    return sum / root.size;
  }

  [[nodiscard]] std::optional<Period> glue(const std::optional<Period>& first,
                                           const std::optional<Period>& second) const {
    if (!first || !second || !first->root || !second->root) return std::nullopt;
    Period period = *first;
    for (const auto& [kind, count] : second->blocks) period.blocks[kind] += count;
    ++period.blocks[*second->root];
    const auto letter = static_cast<std::int32_t>(multiple(*first->root));
    if (first->spare != letter && second->spare != letter) return std::nullopt;
    period.spare = first->spare == letter ? second->spare : first->spare;
    BlockKind& root = *period.root;
    ++root.size;
    root.letters.insert(std::ranges::upper_bound(root.letters, letter), letter);
    return period;
  }

  std::uint32_t latency_;
  std::uint32_t few_;
  std::uint32_t searched_;  // horizons up to this one are searched directly
  std::vector<std::uint64_t> f_;
  std::map<Part, std::optional<Period>> parts_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::optional<Period>> timely_;  // L = 2
};

// 1 if a letter is below 0, that is, if a leaf gets its item one cycle after the horizon; else 0.
std::uint32_t lateness(const Period& period) {
  const auto late = [](const BlockKind& kind) {
    return !kind.letters.empty() && kind.letters.front() < 0;
  };
  const bool any = period.spare < 0 || (period.root && late(*period.root)) ||
                   std::ranges::any_of(period.blocks, [&](const auto& b) { return late(b.first); });
  return any ? 1 : 0;
}

}  // namespace

std::optional<BlockCyclic> plan_block_cyclic(std::uint32_t latency, std::uint32_t receivers) {
  std::uint32_t horizon = 0;
  std::vector<std::uint64_t> f(1, 1);
  while (f.back() < receivers) {
    ++horizon;
    f.push_back(horizon < latency ? 1 : f[horizon - 1] + f[horizon - latency]);
  }
  Planner planner(latency, horizon);
  if (!planner.reasonable(receivers, horizon)) return std::nullopt;
  auto period = planner.plan(receivers, horizon);
  if (!period) return std::nullopt;
  const std::uint32_t late = lateness(*period);
  return BlockCyclic{latency, receivers, horizon, late, std::move(*period)};
}

}  // namespace romcast::logp
