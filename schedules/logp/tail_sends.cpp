// SPDX-License-Identifier: Apache-2.0
// Finds senders for the copies of a pattern, by a bipartite matching for each time: every copy that
// is sent at this time is matched to a different processor that has the item.
#include <algorithm>
#include <stdexcept>

#include "schedules/logp/tail.hpp"

namespace romcast::logp {
namespace {

// Copies to be sent at one time, and the processors that can send them.
class Matching {
 public:
  explicit Matching(std::uint32_t processors) : serves_(processors, kFree) {}

  void add(const TailSends::Send& copy, std::vector<NodeId> senders) {
    copies_.push_back(copy);
    senders_.push_back(std::move(senders));
  }
  std::vector<TailSends::Send> solve() {
    for (std::size_t c = 0; c < copies_.size(); ++c) {
      tried_.assign(serves_.size(), false);
      if (!place(c)) throw std::logic_error("a pattern has a copy that nobody can send");
    }
    for (NodeId p = 0; p < serves_.size(); ++p) {
      if (serves_[p] != kFree) copies_[serves_[p]].from = p;
    }
    return std::move(copies_);
  }

 private:
  static constexpr std::size_t kFree = SIZE_MAX;
  bool place(std::size_t copy) {
    for (const NodeId sender : senders_[copy]) {
      if (tried_[sender]) continue;
      tried_[sender] = true;
      if (serves_[sender] != kFree && !place(serves_[sender])) continue;
      serves_[sender] = copy;
      return true;
    }
    return false;
  }

  std::vector<TailSends::Send> copies_;
  std::vector<std::vector<NodeId>> senders_;
  std::vector<std::size_t> serves_;  // by processor: index of the copy that it sends, or kFree
  std::vector<bool> tried_;
};

std::uint32_t modulo(std::int64_t x, std::uint32_t period) {
  const std::int64_t rest = x % period;
  return static_cast<std::uint32_t>(rest < 0 ? rest + period : rest);
}

class Copies {
 public:
  explicit Copies(const TailPattern& pattern) : pattern_(pattern) {}

  // Adds to `matching` the copies of `item`, an item of the steady state, that are sent `lag`
  // cycles after the source's send of the item.
  void add_steady(std::int64_t item, std::uint32_t lag, Matching& matching) const {
    const std::uint8_t* row =
        &pattern_.steady[std::size_t{modulo(item, pattern_.period)} * pattern_.receivers];
    add(item, row, lag, lag == 0, matching);
  }
  void add_last(std::uint32_t item, std::uint32_t time, Matching& matching) const {
    const std::uint8_t* row = &pattern_.last[std::size_t{item} * pattern_.receivers];
    const std::uint32_t once = pattern_.items() - pattern_.repeated;
    add(item, row, time, time >= once || time == item, matching);
  }

 private:
  void add(std::int64_t item, const std::uint8_t* sent, std::uint32_t time, bool from_source,
           Matching& matching) const {
    std::vector<NodeId> senders;
    for (std::uint32_t p = 0; p < pattern_.receivers; ++p) {
      if (sent[p] + pattern_.latency <= time) senders.push_back(p + 1);
    }
    if (from_source) senders.push_back(0);
    for (std::uint32_t q = 0; q < pattern_.receivers; ++q) {
      if (sent[q] == time) matching.add({.to = q + 1, .item = item}, senders);
    }
  }
  const TailPattern& pattern_;
};

}  // namespace

TailSize tail_size(std::uint32_t latency, std::uint32_t receivers) {
  std::vector<std::uint64_t> f{1};
  std::uint64_t sum = 0;
  while (f.back() < receivers) {
    sum += f.back();
    f.push_back(f.size() < latency ? 1 : f.back() + f[f.size() - latency]);
  }
  return {static_cast<std::uint32_t>(f.size() - 1), static_cast<std::uint32_t>(sum / receivers)};
}

TailSends::TailSends(const TailPattern& pattern) : items_(pattern.items()) {
  const Copies copies(pattern);
  const std::uint32_t longest = *std::ranges::max_element(pattern.steady);
  for (std::uint32_t time = 0; time < pattern.period; ++time) {
    Matching matching(pattern.receivers + 1);
    for (std::uint32_t lag = 0; lag <= longest; ++lag) {
      copies.add_steady(std::int64_t{time} - lag, lag, matching);
    }
    steady_.push_back(matching.solve());
    for (Send& send : steady_.back()) send.item -= time;
  }
  const std::uint32_t end = *std::ranges::max_element(pattern.last);
  for (std::uint32_t time = 0; time <= end; ++time) {
    Matching matching(pattern.receivers + 1);
    for (std::uint32_t lag = time + 1; lag <= longest; ++lag) {
      copies.add_steady(std::int64_t{time} - lag, lag, matching);
    }
    for (std::uint32_t item = 0; item < pattern.items(); ++item) {
      copies.add_last(item, time, matching);
    }
    tail_.push_back(matching.solve());
  }
}

const std::vector<TailSends::Send>& TailSends::at(std::int64_t time) {
  if (time >= 0) return tail_[static_cast<std::size_t>(time)];
  now_ = steady_[modulo(time, static_cast<std::uint32_t>(steady_.size()))];
  for (Send& send : now_) send.item += time;
  return now_;
}

}  // namespace romcast::logp
