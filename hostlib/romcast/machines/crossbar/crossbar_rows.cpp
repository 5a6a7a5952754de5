// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/crossbar/crossbar_rows.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

namespace romcast {
namespace {

// Sends of one message to one receiver in one round; RowFinder sorts by receiver, offset and round.
struct Equal {
  NodeId to = 0;
  std::int64_t offset = 0;
  std::uint32_t round = 0;
  std::uint32_t count = 0;
  MessageId message = 0;
  [[nodiscard]] auto key() const { return std::tuple(to, offset, round); }
};

// Sends of the last message to one receiver in one round, without those that a row makes already;
// find() sorts spare_ by phase (round mod period), receiver and round.
struct Spare {
  std::uint32_t phase = 0;
  NodeId to = 0;
  std::uint32_t round = 0;
  std::uint32_t count = 0;
};

class RowFinder {
 public:
  RowFinder(const Pace& pace, std::uint32_t ports, const std::vector<RoundSend>& sends)
      : pace_(pace), ports_(ports) {
    for (const RoundSend& send : sends) {
      sends_.push_back(
          {send.to, pace.base(send.round) - send.message, send.round, 1, send.message});
    }
    std::ranges::sort(sends_, {}, &Equal::key);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < sends_.size(); ++i) {
      if (i > 0 && sends_[kept - 1].key() == sends_[i].key()) {
        ++sends_[kept - 1].count;
      } else {
        sends_[kept++] = sends_[i];
      }
    }
    sends_.resize(kept);
  }

  // A lower bound of the period: a row has one receiver and, but for the last message, one offset.
  [[nodiscard]] std::uint32_t least_period() const {
    std::size_t receivers = 0, known = 0;
    const Equal* before = nullptr;
    for (const Equal& send : sends_) {
      if (before == nullptr || before->to != send.to) ++receivers;
      if (!is_last(send) && (before == nullptr || is_last(*before) || before->to != send.to ||
                             before->offset != send.offset)) {
        ++known;
      }
      before = &send;
    }
    const std::size_t rows = std::max<std::size_t>(1, std::max(receivers, known));
    return static_cast<std::uint32_t>((rows + ports_ - 1) / ports_);
  }
  // A lower bound of the period if no row sends twice.
  [[nodiscard]] std::uint32_t least_single_period() const {
    const auto known =
        std::ranges::count_if(sends_, [&](const Equal& send) { return !is_last(send); });
    return static_cast<std::uint32_t>((known + ports_ - 1) / ports_);
  }

  // Sets `rows` to rows with this period that make exactly sends_; returns false if there are none.
  bool find(std::uint32_t period, std::vector<PeriodicRow>& rows) {
    period_ = period;
    gain_ = pace_.base(period);
    rows.clear();
    spare_.clear();
    for (const Equal& send : sends_) {
      if (!(is_last(send) ? add_last(send) : add(send, rows))) return false;
    }
    const auto key = [](const Spare& s) { return std::tuple(s.phase, s.to, s.round); };
    std::ranges::sort(spare_, {}, key);
    std::ranges::sort(rows, {}, [this](const PeriodicRow& row) { return place(row); });
    own_.clear();
    for (std::size_t begin = 0; begin < spare_.size();) {
      std::size_t end = begin;
      while (end < spare_.size() && spare_[end].phase == spare_[begin].phase &&
             spare_[end].to == spare_[begin].to) {
        ++end;
      }
      if (!explain(begin, end, rows)) return false;
      begin = end;
    }
    rows.insert(rows.end(), own_.begin(), own_.end());
    return fits(rows);
  }

 private:
  [[nodiscard]] bool is_last(const Equal& send) const { return send.message + 1 == pace_.messages; }
  // Number of sends in `round` that have the receiver and the offset of `send`.
  [[nodiscard]] std::uint32_t count_at(const Equal& send, std::uint32_t round) const {
    const auto at =
        std::ranges::lower_bound(sends_, std::tuple(send.to, send.offset, round), {}, &Equal::key);
    return at != sends_.end() && at->key() == std::tuple(send.to, send.offset, round) ? at->count
                                                                                      : 0;
  }
  // True if the row of this send must also have sent one period earlier.
  [[nodiscard]] bool has_before(const Equal& send) const {
    return send.round >= period_ && send.message >= gain_;
  }

  // Adds send.count rows that begin with `send`, unless the rows of `send` began earlier. Returns
  // false if no rows make exactly sends_. A send of any message but the last determines its row. A
  // row that has messages for rounds after the run gets `clip`, as such rows stop at last_round.
  bool add(const Equal& send, std::vector<PeriodicRow>& rows) const {
    const bool goes_on = send.message + gain_ < pace_.messages;
    if (goes_on && send.round + period_ < pace_.last_round) {
      const std::uint32_t next = count_at(send, send.round + period_);
      const bool next_is_last = send.message + gain_ + 1 == pace_.messages;
      if (next_is_last ? next < send.count : next != send.count) return false;
    }
    if (has_before(send)) return count_at(send, send.round - period_) == send.count;
    const std::int64_t steps = (pace_.messages - 1 - send.message) / gain_;
    const bool cut = send.round + steps * period_ >= pace_.last_round;
    rows.insert(rows.end(), send.count, {send.round, send.to, send.offset, cut});
    return rows.size() <= std::size_t{ports_} * period_;
  }
  // Adds to spare_ the sends of the last message, except those of rows that sent an earlier message
  // to the same receiver, with the same offset, one period before. Returns true.
  bool add_last(const Equal& send) {
    const std::uint32_t known = has_before(send) ? count_at(send, send.round - period_) : 0;
    if (known < send.count) {
      spare_.push_back({send.round % period_, send.to, send.round, send.count - known});
    }
    return true;
  }

  [[nodiscard]] std::pair<std::uint32_t, NodeId> place(const PeriodicRow& row) const {
    return {row.first % period_, row.to};
  }

  // Finds rows for the spare sends [begin, end), which have one receiver and one phase: sets `clip`
  // in rows of `known`, and adds to own_ rows that send only the last message, with or without
  // `clip`. A row with `clip` sends the last message in each later round of the phase until the run
  // ends. Returns false if no rows make these sends.
  bool explain(std::size_t begin, std::size_t end, std::span<PeriodicRow> known) {
    const Spare first = spare_[begin];
    const std::pair here(first.phase, first.to);
    const auto alike = std::ranges::lower_bound(
        known, here, {}, [this](const PeriodicRow& row) { return place(row); });
    std::vector<std::uint32_t> least;  // by round: least count from this round on
    for (std::uint64_t round = first.round; round < pace_.last_round; round += period_) {
      const bool sent = begin < end && spare_[begin].round == round;
      least.push_back(sent ? spare_[begin++].count : 0);
    }
    const std::vector<std::uint32_t> counts = least;
    for (std::size_t i = least.size() - 1; i-- > 0;) least[i] = std::min(least[i], least[i + 1]);
    std::uint32_t clipped = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const std::uint64_t round = first.round + std::uint64_t{i} * period_;
      std::uint32_t missing = counts[i] - clipped;
      for (auto row = alike; row != known.end() && place(*row) == here; ++row) {
        if (missing == 0 || clipped == least[i]) break;
        if (row->clip || clipped_from(pace_, period_, *row) != round) continue;
        row->clip = true;
        ++clipped;
        --missing;
      }
      // A row for the last message alone must have sent nothing before.
      if (missing > 0 && round >= period_ && pace_.messages > gain_) return false;
      for (; missing > 0; --missing) {
        const bool clip = clipped < least[i] && i + 1 < counts.size();
        own_.push_back({static_cast<std::uint32_t>(round), first.to,
                        pace_.base(round) - pace_.messages + 1, clip});
        if (clip) ++clipped;
      }
    }
    return true;
  }

  [[nodiscard]] bool fits(const std::vector<PeriodicRow>& rows) {
    used_.assign(period_, 0);
    return std::ranges::all_of(
        rows, [&](const PeriodicRow& row) { return ++used_[row.first % period_] <= ports_; });
  }

  const Pace pace_;
  const std::uint32_t ports_;
  std::vector<Equal> sends_;
  std::uint32_t period_ = 1;
  std::int64_t gain_ = 1;
  std::vector<Spare> spare_;
  std::vector<PeriodicRow> own_;  // rows that send only the last message
  std::vector<std::uint32_t> used_;
};

}  // namespace

PeriodicRows find_rows(const Pace& pace, std::uint32_t ports, const std::vector<RoundSend>& sends) {
  RowFinder finder(pace, ports, sends);
  PeriodicRows found{.period = finder.least_period()};
  const std::uint32_t single = (pace.messages + pace.rate - 1) / pace.rate;
  if (found.period >= single) found.period = std::max(found.period, finder.least_single_period());
  while (!finder.find(found.period, found.rows)) {
    if (++found.period == single) found.period = std::max(single, finder.least_single_period());
  }
  return found;
}

std::optional<PeriodicRows> find_rows(const Pace& pace, std::uint32_t ports,
                                      const std::vector<RoundSend>& sends, std::uint32_t period) {
  PeriodicRows found{.period = period};
  if (RowFinder(pace, ports, sends).find(period, found.rows)) return found;
  return std::nullopt;
}

std::uint64_t clipped_from(const Pace& pace, std::uint32_t period, const PeriodicRow& row) {
  const std::int64_t left = pace.messages - row.number(pace, row.first);
  if (left <= 0) return row.first;
  const auto gain = static_cast<std::uint64_t>(pace.base(period));
  return row.first + (static_cast<std::uint64_t>(left) + gain - 1) / gain * period;
}

void lengthen(const Pace& pace, std::uint32_t times, PeriodicRows& rows) {
  const std::uint32_t old = rows.period;
  rows.period *= times;
  std::vector<PeriodicRow> all;
  for (const PeriodicRow& row : rows.rows) {
    for (std::uint32_t i = 0; i < times; ++i) {
      PeriodicRow part = row;
      part.first += i * old;
      if (part.sends(pace, part.first)) all.push_back(part);
    }
  }
  rows.rows = std::move(all);
}

}  // namespace romcast
