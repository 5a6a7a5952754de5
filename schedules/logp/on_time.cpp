// SPDX-License-Identifier: Apache-2.0
// Each item goes down the only optimal tree of N = f_t receivers (period.hpp), so a processor with
// the label d <= t-L for an item sends the item in every step from d + L to t. Only the labels are
// unknown. In a step in which all items that are L .. t steps old are among the items asked for,
// N-1 of the N receivers send, and one receiver is idle: with this as a clause the solver needs
// less than a second for t = 7, L = 2.
#include "schedules/logp/on_time.hpp"

#include <array>
#include <map>

#include "schedules/logp/period.hpp"

namespace romcast::logp {
namespace {

class LabelEncoding {
 public:
  explicit LabelEncoding(const OnTime& asked)
      : asked_(asked),
        f_(fibonacci(asked.latency, asked.horizon)),
        receivers_(static_cast<std::uint32_t>(f_.back())) {
    for (std::uint32_t i = 0; i < asked.items; ++i) add_item(i);
    for (const auto& [at, copies] : received_) formula_.at_most(1, copies);
    for (const auto& [at, sends] : sent_) formula_.at_most(1, sends);
    for (std::uint32_t step = asked.horizon; step < asked.items + asked.latency; ++step) {
      one_idle(step);
    }
    std::uint32_t q = 0;  // breaks the symmetry between receivers
    for (std::uint32_t d = 0; d <= asked.horizon; ++d) {
      for (std::uint64_t i = 0; i < nodes(d); ++i) formula_.clause({label_[{0, q++, d}]});
    }
  }
  [[nodiscard]] const any::Formula& formula() const { return formula_; }

 private:
  [[nodiscard]] std::uint64_t nodes(std::uint32_t d) const {
    return d == 0 ? 1 : f_[d] - f_[d - 1];
  }
  void add_item(std::uint32_t item) {
    std::vector<std::vector<int>> with_label(asked_.horizon + 1);
    for (std::uint32_t q = 0; q < receivers_; ++q) {
      std::vector<int> labels;
      for (std::uint32_t d = 0; d <= asked_.horizon; ++d) {
        if (nodes(d) == 0) continue;
        const int has = label_[{item, q, d}] = formula_.variable();
        labels.push_back(has);
        with_label[d].push_back(has);
        received_[{q, item + d}].push_back(has);
      }
      formula_.clause(labels);
      formula_.at_most(1, labels);
      for (std::uint32_t step = asked_.latency; step <= asked_.horizon; ++step) {
        const int sends = formula_.variable();
        for (const int has : senders(item, q, item + step)) formula_.clause({-has, sends});
        sent_[{q, item + step}].push_back(sends);
      }
    }
    for (std::uint32_t d = 0; d <= asked_.horizon; ++d) {
      const auto count = formula_.counted(with_label[d], nodes(d) + 1);
      if (nodes(d) > 0) formula_.clause({count[nodes(d) - 1]});
      if (count.size() > nodes(d)) formula_.clause({-count[nodes(d)]});
    }
  }
  // The variables of the labels with which receiver q sends the item in a step.
  std::vector<int> senders(std::uint32_t item, std::uint32_t q, std::uint32_t step) {
    std::vector<int> labels;
    for (std::uint32_t d = 0; item + d + asked_.latency <= step; ++d) {
      if (nodes(d) > 0) labels.push_back(label_[{item, q, d}]);
    }
    return labels;
  }
  void one_idle(std::uint32_t step) {
    std::vector<int> idle;
    for (std::uint32_t q = 0; q < receivers_; ++q) {
      std::vector<int> busy{formula_.variable()};
      idle.push_back(busy.front());
      for (std::uint32_t item = step - asked_.horizon; item + asked_.latency <= step; ++item) {
        for (const int has : senders(item, q, step)) busy.push_back(has);
      }
      formula_.clause(busy);
    }
    formula_.at_most(1, idle);
  }

  OnTime asked_;
  std::vector<std::uint64_t> f_;
  std::uint32_t receivers_;
  any::Formula formula_;
  std::map<std::array<std::uint32_t, 3>, int> label_;  // by item, receiver, label
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<int>> received_, sent_;
};

}  // namespace

any::Answer all_on_time(const OnTime& asked, const std::function<bool()>& go_on) {
  const any::Solution solution = any::solve(LabelEncoding(asked).formula(), go_on);
  const bool proved = solution.answer != any::Answer::refuted || solution.checked;
  return proved ? solution.answer : any::Answer::unknown;
}

}  // namespace romcast::logp
