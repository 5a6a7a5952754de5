// SPDX-License-Identifier: Apache-2.0
// Exhaustive search for the fewest rounds, breadth first over the knowledge of the processors.
//
// Processors other than the broadcaster are interchangeable, so a state is the sorted list of these
// processors' knowledge (a bit per message). A round can lead from one state to another if each
// processor gains at most k messages and, for each set of messages, at most k copies of the set's
// messages are made for each processor that knows a message of the set (Hall). Knowing more never
// hurts, so dominated states are dropped.
#include <algorithm>
#include <bit>
#include <set>

#include "complete_oracle.hpp"

namespace oracle::complete {
namespace {

using State = std::vector<unsigned>;  // knowledge of all processors but the broadcaster, sorted

struct Search {
  Job job;
  unsigned full = (1U << job.m) - 1;
  std::set<State> next{};

  // For each set of messages, the most copies of them in a round: k for each processor that knows a
  // message of the set.
  std::vector<unsigned> supply(const State& state) const {
    std::vector<unsigned> most(full + 1, job.k);  // the broadcaster knows all
    for (unsigned set = 1; set <= full; ++set)
      for (const unsigned known : state)
        if ((known & set) != 0) most[set] += job.k;
    return most;
  }

  // Adds to `next` every state that one round can make from `before`, where the knowledge of
  // processors 0 .. at - 1 after the round is given in `after`. `left`: the supply without the
  // copies that these processors received.
  void expand(const State& before, State& after, std::vector<unsigned>& left, std::size_t at) {
    if (at == before.size()) {
      State sorted = after;
      std::sort(sorted.begin(), sorted.end());
      next.insert(sorted);
      return;
    }
    const unsigned missing = full & ~before[at];
    for (unsigned gained = missing;; gained = (gained - 1) & missing) {
      const bool alike = at > 0 && before[at] == before[at - 1];
      const unsigned knows = before[at] | gained;
      if (static_cast<unsigned>(std::popcount(gained)) <= job.k &&
          !(alike && knows < after[at - 1]) && take(left, gained)) {
        after[at] = knows;
        expand(before, after, left, at + 1);
        give_back(left, gained);
      }
      if (gained == 0) break;
    }
  }

  bool take(std::vector<unsigned>& left, unsigned gained) const {
    for (unsigned set = 1; set <= full; ++set)
      if (left[set] < inside(gained, set)) return false;
    for (unsigned set = 1; set <= full; ++set) left[set] -= inside(gained, set);
    return true;
  }

  void give_back(std::vector<unsigned>& left, unsigned gained) const {
    for (unsigned set = 1; set <= full; ++set) left[set] += inside(gained, set);
  }

  static unsigned inside(unsigned gained, unsigned set) {
    return static_cast<unsigned>(std::popcount(gained & set));
  }
};

// True if every processor knows in `by` all that it knows in `state`.
bool surpassed(const State& by, const State& state) {
  for (std::size_t i = 0; i < state.size(); ++i)
    if ((state[i] & ~by[i]) != 0) return false;
  return true;
}

}  // namespace

unsigned optimal_rounds(const Job& job) {
  Search search{job};
  std::set<State> layer{State(job.n - 1, 0)};
  for (unsigned rounds = 0;; ++rounds) {
    const State done(job.n - 1, search.full);
    if (layer.count(done) != 0) return rounds;
    search.next.clear();
    for (const State& state : layer) {
      std::vector<unsigned> left = search.supply(state);
      State after = state;
      search.expand(state, after, left, 0);
    }
    layer.clear();
    for (auto state = search.next.rbegin(); state != search.next.rend(); ++state) {
      const auto better = [&](const State& other) { return surpassed(other, *state); };
      if (std::none_of(layer.begin(), layer.end(), better)) layer.insert(*state);
    }
  }
}

}  // namespace oracle::complete
