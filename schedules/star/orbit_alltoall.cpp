// SPDX-License-Identifier: Apache-2.0
// Alltoall on all ports, orbit by orbit: fewest message times, made for t_s = 0.
//
// As in `cyclic-orbit`, n-1 messages whose destinations are rotations of each other travel in
// lockstep on all n-1 ports, so no port is idle. Smaller orbits would leave ports idle. So a few
// full orbits, those with the nearest destinations, are broken up, and their messages and those of
// the smaller orbits are packed, one message per port, into turns after the turns of the other full
// orbits. In each turn a matching assigns messages, the furthest first, to ports that bring them
// nearer. The number of broken-up orbits is chosen for the fewest cycles. If no packing is faster
// than `cyclic-orbit`, whose smaller orbits use the turns of the full ones, the plan is that of
// `cyclic-orbit`.
//
// Smallest case, S_3: the orbit {231, 312} in turns 0 and 1; 132, an orbit of its own, needs 3 more
// turns, and the broken-up {213, 321} fill the port that is idle in them: 5 turns for 9 hops on 2
// ports.
#include <algorithm>
#include <optional>
#include <random>
#include <tuple>

#include "romcast/core/star_routing.hpp"
#include "schedules/star/bounds.hpp"
#include "schedules/star/orbits.hpp"

namespace romcast {
namespace {

using namespace star;

// Packs messages into turns, at most one message per port and turn.
class Packing {
 public:
  Packing(const StarGraph& graph, const std::vector<RelativeMessage>& messages, unsigned first_turn,
          std::uint32_t seed)
      : n_(graph.symbols()), turn_(first_turn), random_(seed) {
    for (const RelativeMessage& message : messages) {
      packed_.push_back({message, {}});
      left_.push_back(graph.label(message.destination));
      waiting_.push_back(waiting_.size());
    }
  }
  std::vector<Traveller> run() {
    while (!waiting_.empty()) take_turn();
    return std::move(packed_);
  }
  [[nodiscard]] unsigned turn() const { return turn_; }

 private:
  [[nodiscard]] unsigned distance(std::size_t i) const {
    return star_distance(Permutation::identity(n_), left_[i], n_);
  }
  // Assigns a dimension to message i, by an augmenting path whose messages change their dimensions;
  // false if no such path exists. `tried`: by dimension, whether the search has visited it.
  bool assign(std::size_t i, std::vector<bool>& tried) {
    for (unsigned port = 0; port + 1 < n_; ++port) {
      const unsigned d = turned(2, port + offset_, n_);
      if (tried[d] || !nearer(Permutation::identity(n_), left_[i], d, n_)) continue;
      tried[d] = true;
      if (!owner_[d] || assign(*owner_[d], tried)) {
        owner_[d] = i;
        return true;
      }
    }
    return false;
  }
  // Furthest messages first, equally distant ones in random order.
  void sort_waiting() {
    std::vector<std::tuple<unsigned, std::uint32_t, std::size_t>> ranks;
    for (const std::size_t i : waiting_) {
      ranks.emplace_back(distance(i), static_cast<std::uint32_t>(random_()), i);
    }
    std::ranges::sort(ranks, std::ranges::greater{});
    std::ranges::transform(ranks, waiting_.begin(), [](const auto& r) { return std::get<2>(r); });
  }
  void take_turn() {
    sort_waiting();
    offset_ = static_cast<unsigned>(random_() % (n_ - 1));
    owner_.assign(n_ + 1, std::nullopt);
    unsigned assigned = 0;
    for (const std::size_t i : waiting_) {
      std::vector<bool> tried(n_ + 1);
      if (assigned < n_ - 1 && assign(i, tried)) ++assigned;
    }
    for (unsigned d = 2; d <= n_; ++d) {
      if (!owner_[d]) continue;
      packed_[*owner_[d]].path.push_back({turn_, d});
      Permutation& left = left_[*owner_[d]];
      left = Permutation::identity(n_).crossed(d).times(left, n_);
    }
    std::erase_if(waiting_, [this](std::size_t i) { return distance(i) == 0; });
    ++turn_;
  }

  unsigned n_, turn_;
  std::mt19937 random_;
  unsigned offset_ = 0;
  std::vector<Traveller> packed_;
  std::vector<Permutation> left_;  // by message: destination, relative to the node reached so far
  std::vector<std::size_t> waiting_;
  std::vector<std::optional<std::size_t>> owner_;  // by dimension: its message in this turn
};

std::vector<Traveller> packed_shortest(const StarGraph& graph,
                                       const std::vector<RelativeMessage>& messages,
                                       unsigned first_turn) {
  constexpr std::uint32_t kTries = 16;
  std::vector<Traveller> best;
  unsigned end = kNone;
  for (std::uint32_t seed = 0; seed < kTries; ++seed) {
    Packing packing(graph, messages, first_turn, seed);
    std::vector<Traveller> packed = packing.run();
    if (packing.turn() >= end) continue;
    end = packing.turn();
    best = std::move(packed);
  }
  return best;
}

// All messages with their paths: orbits.full[i] keep their turns if i >= `from`; those with
// i < `from`, and orbits.rest, are packed into later turns.
std::vector<Traveller> broken_up(const StarGraph& graph, const Orbits& orbits, std::size_t from) {
  std::vector<RelativeMessage> tail = orbits.rest;
  for (std::size_t i = 0; i < from; ++i) tail.push_back(orbits.full[i].message);
  std::vector<Traveller> all(orbits.full.begin() + static_cast<long>(from), orbits.full.end());
  unsigned turns = 0;
  for (const Traveller& traveller : all) turns = std::max(turns, traveller.path.back().turn + 1);
  for (Traveller& packed : packed_shortest(graph, tail, turns)) all.push_back(std::move(packed));
  return all;
}

Theory orbit_alltoall_theory(const Problem& problem) {
  Theory theory;
  add_lower_bound(problem, theory);
  return theory;
}

std::vector<Traveller> cheapest(const Problem& problem) {
  const auto graph = star::graph(problem);
  Orbits orbits = orbits_of(problem);
  std::ranges::stable_sort(orbits.full, {}, [](const Traveller& t) { return t.path.size(); });
  std::vector<Traveller> best = fit_into_turns(problem, orbits.full, orbits.rest);
  best.insert(best.begin(), orbits.full.begin(), orbits.full.end());
  std::uint64_t least = cycles_of(problem, best);
  const std::uint64_t bound = orbit_alltoall_theory(problem).lower_bound.value_or(0);
  constexpr std::size_t kMostBroken = 8;  // enough for the bound on S_3 to S_6
  const std::size_t ports = graph->symbols() - 1;
  for (std::size_t broken = 0; broken <= kMostBroken && least > bound; ++broken) {
    if (broken * ports > orbits.full.size()) break;
    std::vector<Traveller> tried = broken_up(*graph, orbits, broken * ports);
    const std::uint64_t cycles = cycles_of(problem, tried);
    if (cycles >= least) continue;
    least = cycles;
    best = std::move(tried);
  }
  return best;
}

Plan orbit_alltoall_plan(const Problem& problem) {
  return plan_of(problem, program_of(problem, cheapest(problem)));
}

}  // namespace

Algorithm orbit_alltoall() {
  return {.name = "orbit",
          .network = "star",
          .collective = CollectiveKind::alltoall,
          .ports = {Ports::Kind::multi},
          .summary = "n-1 messages in lockstep on all ports, short orbits packed; fewest cycles",
          .source = "romcast; with t_s = 0 to the bandwidth bound on S_3 to S_6",
          .default_control = Control::rom,
          .options = {packet_cap_option()},
          .build = orbit_alltoall_plan,
          .predict = orbit_alltoall_theory};
}

}  // namespace romcast
