// SPDX-License-Identifier: Apache-2.0
// Looks for a pattern (tail.hpp) with a SAT solver. Variables of the steady state and of the tail:
//   copy(x, q, s)  receiver q's copy of item x is sent at time s
//   send(x, p, s)  p sends item x at time s; if p is a receiver, its copy was sent by time s - L,
//                  where L is the latency
// At each time, no item has more copies than sends, no receiver gets two copies, and no processor
// sends twice.
#include <algorithm>
#include <map>

#include "schedules/any/any.hpp"
#include "schedules/any/sat.hpp"
#include "schedules/logp/tail.hpp"

namespace romcast::logp {
namespace {

struct Shape {
  std::uint32_t latency, receivers, horizon, repeated;
  std::uint32_t period;
  std::uint32_t late;   // steady state: last send of an item <= its first send + horizon + late
  std::uint32_t items;  // of the tail
  [[nodiscard]] std::uint32_t longest() const { return horizon + late; }
  [[nodiscard]] std::uint32_t end() const { return horizon + items - 1 - repeated; }
  [[nodiscard]] std::uint32_t once() const { return items - repeated; }
};

class PatternEncoding {
 public:
  explicit PatternEncoding(const Shape& shape) : shape_(shape) {
    for (std::uint32_t c = 0; c < shape.period; ++c) add_steady(c);
    exclude();
    continue_steady();
    for (std::uint32_t i = 0; i < shape.items; ++i) add_last(i);
    exclude();
    // Breaks the symmetry between receivers: for c = 0 .. named - 1, the first copy of item c is
    // that of receiver c.
    const std::uint32_t named = std::min(shape.period, shape.horizon - shape.latency + 1);
    for (std::uint32_t c = 0; c < named && shape.horizon >= shape.latency; ++c) {
      formula_.clause({steady_[c][c][0]});
    }
  }
  [[nodiscard]] const any::Formula& formula() const { return formula_; }
  [[nodiscard]] TailPattern pattern(const std::vector<bool>& values) const {
    TailPattern found{.latency = shape_.latency,
                      .receivers = shape_.receivers,
                      .period = shape_.period,
                      .repeated = shape_.repeated};
    const auto read = [&](const std::vector<Times>& items, std::vector<std::uint8_t>& labels) {
      for (const Times& item : items) {
        for (const auto& variables : item) {
          const auto sent = std::ranges::find_if(
              variables, [&](int v) { return v > 0 && values[static_cast<std::size_t>(v)]; });
          labels.push_back(static_cast<std::uint8_t>(sent - variables.begin()));
        }
      }
    };
    read(steady_, found.steady);
    read(last_, found.last);
    return found;
  }

 private:
  using Times = std::vector<std::vector<int>>;  // by receiver and time; 0: impossible

  struct Item {
    Times copies, sends;
  };
  // Adds and returns the variables of an item's copies and sends at the times first .. end. Each
  // receiver gets one copy, and can send the item L or more cycles after that copy was sent.
  // `source_once`: no copy is sent at the times first + 1 .. first + L - 1.
  Item add_item(std::uint32_t first, std::uint32_t end, bool source_once) {
    const std::uint32_t gap = source_once ? shape_.latency : 1;  // from first to second copy
    Item item;
    for (std::uint32_t q = 0; q < shape_.receivers; ++q) {
      std::vector<int> copies(end + 1, 0), sends(end + 1, 0), all;
      for (std::uint32_t s = first; s <= end; ++s) {
        if (s == first || s >= first + gap) all.push_back(copies[s] = formula_.variable());
      }
      formula_.clause(all);
      formula_.at_most(1, all);
      for (std::uint32_t s = first + shape_.latency; s <= end; ++s) {
        std::vector<int> got{-(sends[s] = formula_.variable())};
        for (std::uint32_t t = first; t + shape_.latency <= s; ++t) {
          if (copies[t] != 0) got.push_back(copies[t]);
        }
        formula_.clause(got);
      }
      item.copies.push_back(std::move(copies));
      item.sends.push_back(std::move(sends));
    }
    return item;
  }
  // Demands that at `time` the item has at most `most` copies, and at least as many sends as
  // copies. `source`: the variable of the source's send of the item; 0: no such send.
  void balance(const Item& item, std::uint32_t time, std::size_t most, int source) {
    std::vector<int> copies, sends;
    for (std::uint32_t q = 0; q < shape_.receivers; ++q) {
      if (item.copies[q][time] != 0) copies.push_back(item.copies[q][time]);
      if (item.sends[q][time] != 0) sends.push_back(item.sends[q][time]);
    }
    if (source != 0) sends.push_back(source);
    most = std::min(most, sends.size());
    const auto got = formula_.counted(copies, most + 1);
    const auto sent = formula_.counted(sends, most + 1);
    for (std::size_t i = 0; i < got.size(); ++i) {
      i < most ? formula_.clause({-got[i], sent[i]}) : formula_.clause({-got[i]});
    }
  }
  // The most processors that can have an item `cycles` cycles after the first processor has it;
  // limited to the number of receivers.
  [[nodiscard]] std::size_t reached(std::uint32_t cycles) const {
    std::vector<std::size_t> f{1};
    while (f.size() <= cycles && f.back() < shape_.receivers) {
      f.push_back(f.size() < shape_.latency ? 1 : f.back() + f[f.size() - shape_.latency]);
    }
    return std::min<std::size_t>(f.back(), shape_.receivers);
  }

  void add_steady(std::uint32_t c) {
    const std::uint32_t end = shape_.longest();
    Item item = add_item(0, end, true);
    std::vector<int> roots;
    for (const auto& copies : item.copies) roots.push_back(copies[0]);
    formula_.clause(roots);
    formula_.at_most(1, roots);
    for (std::uint32_t s = shape_.latency; s <= end; ++s) {
      balance(item, s, reached(s - shape_.latency), 0);
    }
    for (std::uint32_t q = 0; q < shape_.receivers; ++q) {
      for (std::uint32_t s = 0; s <= end; ++s) {
        note(item, q, s, (c + s) % shape_.period);
      }
    }
    steady_.push_back(item.copies);
    steady_sends_.push_back(std::move(item.sends));
  }
  void note(const Item& item, std::uint32_t q, std::uint32_t s, std::uint32_t time) {
    if (item.copies[q][s] != 0) received_[{q, time}].push_back(item.copies[q][s]);
    if (item.sends[q][s] != 0) sent_[{q + 1, time}].push_back(item.sends[q][s]);
  }
  // Demands of the noted copies and sends that at each time a processor receives at most one copy
  // and sends at most one. Then clears the notes.
  void exclude() {
    for (const auto& [at, copies] : received_) formula_.at_most(1, copies);
    for (const auto& [at, sends] : sent_) formula_.at_most(1, sends);
    received_.clear();
    sent_.clear();
  }
  // Notes for exclude() the copies and sends that the last items of the steady state still have at
  // time 0 or later, when the tail has begun.
  void continue_steady() {
    for (std::uint32_t q = 0; q < shape_.receivers; ++q) {
      for (std::uint32_t time = 0; time < shape_.longest(); ++time) {
        for (std::uint32_t s = time + 1; s <= shape_.longest(); ++s) {
          const std::uint32_t c = (shape_.period - (s - time) % shape_.period) % shape_.period;
          note({steady_[c], steady_sends_[c]}, q, s, time);
        }
      }
    }
  }
  void add_last(std::uint32_t i) {
    const bool once = i < shape_.once();
    const std::uint32_t first = std::min(i, shape_.once()), end = shape_.end();
    const Item item = add_item(first, end, false);
    for (std::uint32_t s = first; s <= end; ++s) {
      int source = 0;
      if (s >= shape_.once() || s == i) source = formula_.variable();
      if (once && s == i) formula_.clause({source});
      if (source != 0) sent_[{0, s}].push_back(source);
      balance(item, s, reached(s - first), source);
    }
    for (std::uint32_t q = 0; q < shape_.receivers; ++q) {
      for (std::uint32_t s = first; s <= end; ++s) note(item, q, s, s);
    }
    last_.push_back(item.copies);
  }

  Shape shape_;
  any::Formula formula_;
  std::vector<Times> steady_, steady_sends_, last_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<int>> received_, sent_;
};

}  // namespace

std::optional<TailPattern> search_tail(std::uint32_t latency, std::uint32_t receivers,
                                       const std::function<bool()>& go_on) {
  const TailSize size = tail_size(latency, receivers);
  const std::uint32_t root = size.horizon < latency ? 1 : size.horizon - latency + 1;
  // Some shapes take minutes, so each is given up after some seconds; the next round allows more.
  for (double seconds = 2; go_on(); seconds *= 4) {
    for (const std::uint32_t more : {2U, 3U}) {
      for (const std::uint32_t period : {root, root + 1}) {
        for (const std::uint32_t late : {1U, 0U}) {
          const PatternEncoding encoding({.latency = latency,
                                          .receivers = receivers,
                                          .horizon = size.horizon,
                                          .repeated = size.repeated,
                                          .period = period,
                                          .late = late,
                                          .items = std::max(root, size.repeated) + more});
          const any::Deadline turn(seconds);
          const any::Solution solution =
              any::solve(encoding.formula(), [&] { return go_on() && !turn.over(); });
          if (solution.answer == any::Answer::satisfiable) return encoding.pattern(solution.values);
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace romcast::logp
