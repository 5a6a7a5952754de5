// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/justification.hpp"

#include <algorithm>
#include <queue>

namespace romcast::any {
namespace {

using Cycles = std::vector<Cycle>;  // by branch

class Sweeps {
 public:
  Sweeps(const Task& task, const Branches& branches)
      : topology_(task.topology),
        branches_(branches.all),
        before_(branches_.size(), branches_.size()),
        queues_(topology_.channels().size()) {
    for (std::size_t b = 0; b < branches_.size(); ++b) {
      for (const std::size_t next : branches_[b].next) before_[next] = b;
    }
  }

  // Returns the cycle of each hop. Hops with a higher rank go first; a hop waits for its
  // predecessor in the tree.
  Cycles forward(const std::vector<std::int64_t>& rank) {
    std::vector<std::size_t> ready;
    for (std::size_t b = 0; b < branches_.size(); ++b) {
      if (before_[b] == branches_.size()) ready.push_back(b);
    }
    return sweep(
        rank, std::move(ready), [this](std::size_t b, std::vector<std::size_t>& ready_now) {
          ready_now.insert(ready_now.end(), branches_[b].next.begin(), branches_[b].next.end());
        });
  }
  // Like forward(), but in reversed time: the cycles are counted from the end of the schedule, and
  // a hop waits for all of its successors in the tree.
  Cycles backward(const std::vector<std::int64_t>& rank) {
    std::vector<std::size_t> ready, waits(branches_.size());
    for (std::size_t b = 0; b < branches_.size(); ++b) {
      waits[b] = branches_[b].next.size();
      if (waits[b] == 0) ready.push_back(b);
    }
    return sweep(rank, std::move(ready), [&](std::size_t b, std::vector<std::size_t>& ready_now) {
      const std::size_t before = before_[b];
      if (before < branches_.size() && --waits[before] == 0) ready_now.push_back(before);
    });
  }
  [[nodiscard]] Hops hops(const Cycles& cycles) const {
    std::vector<std::size_t> order(cycles.size());
    for (std::size_t b = 0; b < order.size(); ++b) order[b] = b;
    std::ranges::sort(order, {}, [&](std::size_t b) { return cycles[b]; });
    std::vector<Cycle> last(topology_.channels().size(), 0);
    std::vector<std::uint32_t> lane(last.size(), 0);
    Hops hops;
    for (const std::size_t b : order) {
      const ChannelId c = branches_[b].channel;
      lane[c] = last[c] == cycles[b] ? lane[c] + 1 : 0;
      last[c] = cycles[b];
      hops.push_back({.cycle = cycles[b],
                      .link = topology_.channels()[c].first_link + lane[c],
                      .message = branches_[b].message});
    }
    return hops;
  }

 private:
  template <class Release>
  Cycles sweep(const std::vector<std::int64_t>& rank, std::vector<std::size_t> ready,
               Release release) {
    Cycles cycles(branches_.size(), 0);
    std::size_t left = branches_.size();
    for (Cycle cycle = 1; left > 0; ++cycle) {
      for (const std::size_t b : ready) queues_[branches_[b].channel].emplace(rank[b], b);
      ready.clear();
      for (ChannelId c = 0; c < queues_.size(); ++c) {
        for (std::uint32_t i = 0; i < topology_.channels()[c].capacity && !queues_[c].empty();
             ++i) {
          const std::size_t b = queues_[c].top().second;
          queues_[c].pop();
          cycles[b] = cycle;
          --left;
          release(b, ready);
        }
      }
    }
    return cycles;
  }

  const Topology& topology_;
  const std::vector<Branch>& branches_;
  std::vector<std::size_t> before_;  // by branch, the branch before
  std::vector<std::priority_queue<std::pair<std::int64_t, std::size_t>>> queues_;  // by channel
};

}  // namespace

Hops justified(const Task& task, const Branches& branches, Cycle bound, Cycle known,
               std::size_t sweeps, const std::function<bool()>& go_on) {
  constexpr std::int64_t step = 16;  // from the rank of a cycle to that of the next one
  Sweeps sweeper(task, branches);
  std::minstd_rand random(1);
  std::vector<std::int64_t> rank;
  for (const Branch& branch : branches.all) rank.push_back(branch.urgency);
  Cycles best, now = sweeper.forward(rank);
  std::int64_t noise = 1;
  std::size_t since = 0;  // sweeps since the last better schedule
  for (std::size_t i = 0; i < sweeps && known > bound && (!go_on || go_on()); ++i) {
    const Cycle cycles = *std::ranges::max_element(now);
    if (cycles < known) {
      known = cycles;
      best = now;
      since = 0;
    }
    // While no better schedule is found, `noise` runs through 1 to 8 again and again (as a multiple
    // of `step`), and every 32nd sweep restarts from the best schedule.
    noise = 1 + static_cast<std::int64_t>(++since % 8);
    if (since % 32 == 0 && !best.empty()) now = best;
    const auto shaken = [&](std::int64_t at) {
      return at * step + static_cast<std::int64_t>(random() % static_cast<unsigned>(step * noise));
    };
    for (std::size_t b = 0; b < rank.size(); ++b) rank[b] = shaken(now[b]);
    const Cycles late = sweeper.backward(rank);
    for (std::size_t b = 0; b < rank.size(); ++b) rank[b] = shaken(late[b]);
    now = sweeper.forward(rank);
  }
  return best.empty() ? Hops{} : sweeper.hops(best);
}

}  // namespace romcast::any
