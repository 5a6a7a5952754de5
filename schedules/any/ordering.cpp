// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/ordering.hpp"

#include <algorithm>
#include <array>

#include "romcast/core/channel_rates.hpp"
#include "schedules/any/justification.hpp"
#include "schedules/any/timed.hpp"

namespace romcast::any {
namespace {

// The rounds list kListed branches in total, but are at least kLeastRounds, at most kMostRounds.
constexpr std::size_t kListed = 10'000'000, kLeastRounds = 40, kMostRounds = 2000;
constexpr unsigned kStuck = 60;
constexpr std::size_t kSweeps = 2;    // sweeps per round
constexpr std::int64_t kPerHop = 16;  // units of urgency per cycle
// Weights of the hops to go: one more hop counts like a start that is earlier by this many average
// hop delays.
constexpr std::array kAhead{1e6, 1.0, 0.0, 2.0, 4.0, 8.0, 0.5};

class Orders {
 public:
  Orders(const Task& task, Branches& branches, const std::vector<double>& start,
         const Ordering& ordering)
      : task_(task),
        branches_(branches),
        start_(start),
        ordering_(ordering),
        fewest_(ordering.known) {
    const ChannelRates rates = channel_rates(task.topology);
    std::vector<std::int64_t> load(rates.carried.size(), 0);
    std::uint64_t delays = 0;
    for (const Branch& branch : branches.all) {
      ++load[branch.channel];
      const std::uint32_t delay = task.topology.channels()[branch.channel].time.delay();
      delays += delay;
      longest_ = std::max(longest_, delay);
    }
    hop_ = static_cast<double>(delays) /
           static_cast<double>(std::max<std::size_t>(1, branches.all.size()));
    for (std::size_t c = 0; c < load.size(); ++c) {
      cycles_ = std::max(cycles_, load[c] * rates.period / rates.carried[c]);
    }
  }

  Hops run() {
    double best = kAhead.front();
    for (const double ahead : kAhead) {
      if (done()) return std::move(best_);
      set_urgencies(ahead);
      if (list()) best = ahead;
    }
    set_urgencies(best);
    for (const Branch& branch : branches_.all) given_.push_back(branch.urgency);
    bonus_.assign(start_.size(), 0);
    const std::size_t rounds =
        std::clamp<std::size_t>(kListed / branches_.all.size(), kLeastRounds, kMostRounds);
    for (std::size_t round = 0; round < rounds && !done(); ++round) squeak();
    set_urgencies(best);
    if (done() || task_.topology.timed()) return std::move(best_);
    Hops shorter =
        justified(task_, branches_, ordering_.bound, fewest_, kSweeps * rounds, ordering_.go_on);
    if (!shorter.empty()) best_ = std::move(shorter);
    return std::move(best_);
  }

 private:
  [[nodiscard]] bool done() const {
    return fewest_ <= ordering_.bound || (listed_ && ordering_.go_on && !ordering_.go_on());
  }
  void set_urgencies(double ahead) {
    for (Branch& branch : branches_.all) {
      branch.urgency = static_cast<std::int64_t>(
          kPerHop *
          (ahead * hop_ * branch.below - start_[branch.message] * static_cast<double>(cycles_)));
    }
  }
  // Lists the hops by their urgencies; true if the schedule is the shortest so far. A schedule that
  // becomes much longer than the shortest one is abandoned.
  bool list() {
    const Cycle most = fewest_ == kNone ? kNone : fewest_ + fewest_ / 8 + 8;
    last_ = list_branches(task_, branches_, most);
    listed_ = true;
    if (last_.empty() || last_arrival(task_.topology, last_) >= fewest_) return false;
    fewest_ = last_arrival(task_.topology, last_);
    best_ = last_;
    return true;
  }
  // Lists the hops; then messages that arrive too late for a shorter schedule become more urgent.
  // But if the schedule was abandoned, or more than kStuck rounds have brought no shorter schedule,
  // all messages get new random bonuses instead.
  void squeak() {
    if (list()) stuck_ = 0;
    if (last_.empty() || ++stuck_ > kStuck) {
      stuck_ = 0;
      for (std::int64_t& bonus : bonus_) {
        bonus =
            static_cast<std::int64_t>(random_()) % (8 * static_cast<std::int64_t>(kPerHop * hop_));
      }
      set_bonuses();
      return;
    }
    const Cycle aim = std::min(last_arrival(task_.topology, last_), fewest_) - 1;
    std::vector<bool> late(bonus_.size(), false);
    for (std::size_t i = last_.size(); i-- > 0 && last_[i].cycle + longest_ - 1 > aim;) {
      const Channel& channel = task_.topology.channel_at(last_[i].link);
      if (last_[i].cycle + channel.time.delay() - 1 > aim) late[last_[i].message] = true;
    }
    const auto hop = static_cast<std::int64_t>(kPerHop * hop_);
    for (std::size_t m = 0; m < bonus_.size(); ++m) {
      if (late[m]) bonus_[m] += hop / 2 + static_cast<std::int64_t>(random_()) % hop;
    }
    set_bonuses();
  }
  void set_bonuses() {
    for (std::size_t b = 0; b < branches_.all.size(); ++b) {
      branches_.all[b].urgency = given_[b] + bonus_[branches_.all[b].message];
    }
  }

  const Task& task_;
  Branches& branches_;
  const std::vector<double>& start_;
  const Ordering& ordering_;
  Cycle fewest_;
  std::int64_t cycles_ = 1;    // cycles of the busiest link
  double hop_ = 1;             // average delay of a branch, in cycles
  std::uint32_t longest_ = 1;  // longest delay of a branch, in cycles
  bool listed_ = false;
  unsigned stuck_ = 0;  // rounds since the last better schedule or the last random bonuses
  Hops best_, last_;
  std::vector<std::int64_t> given_, bonus_;  // by branch; by message
  std::minstd_rand random_{1};
};

}  // namespace

Hops ordered(const Task& task, Branches& branches, const std::vector<double>& start,
             const Ordering& ordering) {
  return Orders(task, branches, start, ordering).run();
}

}  // namespace romcast::any
