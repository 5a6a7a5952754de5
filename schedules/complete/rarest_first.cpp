// SPDX-License-Identifier: Apache-2.0
// A broadcast planned send by send: in every round the broadcaster sends up to k new messages; then
// the messages that the fewest processors have are passed on as long as ports are free. The
// broadcast needs no trees, so it also fits where n <= k or n is a little below a power of k+1. For
// such n the broadcast usually takes the ceil(m/k) + ceil(log_{k+1} n) rounds that Theorem 10 of
// Bar-Noy & Ho 1999 claims but that their chain of boxes can miss. No send recurs, so the program
// has one row per round. With a latency above 1 the receiver of a message in transit already counts
// as one that has the message, but sends it on only after the arrival.
//
// If the first attempt misses the lower bound, further attempts break ties at random and take
// messages slightly out of order; the shortest broadcast is taken. The seeds are fixed, so a
// problem has one plan.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <tuple>

#include "schedules/complete/bounds.hpp"

namespace romcast {
namespace {

using namespace complete;

constexpr std::uint64_t kMostDeliveries = 100'000;
// Limit of the steps of all attempts together; an attempt takes n steps, one per processor, for
// each of its about n m deliveries.
constexpr std::uint64_t kMostSteps = 5'000'000;
constexpr std::uint32_t kMostAttempts = 1'000;
// The cycles are predicted if an attempt takes at most this many steps; without a prediction
// rarest-first cannot become the default algorithm.
constexpr std::uint64_t kMostPredicted = 250'000;

// How an attempt differs from the first one, number 0, which makes no random choices.
struct Attempt {
  std::uint32_t number = 0;
  /// The exclusive limit of the random noise, in sixteenths of a holder, that is added to the
  /// number of a message's holders; 0: no noise.
  [[nodiscard]] std::uint32_t disorder() const {
    constexpr std::array<std::uint32_t, 5> all{5, 48, 1, 32, 15};
    return number == 0 ? 0 : all[number % all.size()];
  }
};

class RarestFirst final : public Rounds {
 public:
  RarestFirst(const Size& size, Attempt attempt)
      : size_(size),
        by_chance_(attempt.number > 0),
        disorder_(attempt.disorder()),
        random_(attempt.number),
        state_(std::size_t{size.m} * size.n, State::lacks),
        known_(size.m, 1),
        had_(size.n),
        coming_(size.latency) {
    for (MessageId j = 0; j < size.m; ++j) state(j, 0) = State::has;
    had_[0] = size.m;
  }

  [[nodiscard]] bool done() const {
    return std::ranges::all_of(known_, [&](std::uint32_t known) { return known == size_.n; });
  }

  void next(std::uint64_t r, Sends& sends) override {
    auto& arrived = coming_[r % size_.latency];
    for (const auto& [j, to] : arrived) state(j, to) = State::has;
    arrived.clear();
    now_ = r % size_.latency;
    out_.assign(size_.n, size_.k);
    in_.assign(size_.n, size_.k);
    std::uint32_t fresh = 0;
    for (MessageId j = 0; j < size_.m && fresh < size_.k; ++j) {
      if (known_[j] > 1) continue;
      ++fresh;
      if (const auto to = receiver(j)) send(sends, 0, *to, j);
    }
    std::set<std::tuple<std::uint32_t, MessageId>> rarest;  // newest first among equal ranks
    for (MessageId j = 0; j < size_.m; ++j) {
      if (known_[j] < size_.n) rarest.emplace(rank(j), size_.m - 1 - j);
    }
    while (!rarest.empty()) {
      const MessageId j = size_.m - 1 - std::get<1>(*rarest.begin());
      rarest.erase(rarest.begin());
      const auto from = holder(j);
      const auto to = from ? receiver(j) : std::nullopt;
      if (!to) continue;  // message j cannot be sent later in this round either
      send(sends, *from, *to, j);
      if (known_[j] < size_.n) rarest.emplace(rank(j), size_.m - 1 - j);
    }
  }

 private:
  enum class State : std::uint8_t { lacks, comes, has };
  State& state(MessageId j, NodeId v) { return state_[std::size_t{j} * size_.n + v]; }

  std::uint32_t rank(MessageId j) {
    return 16 * known_[j] + (disorder_ > 0 ? static_cast<std::uint32_t>(random_() % disorder_) : 0);
  }
  // Decides at random: true if a further choice, equal to the best so far, replaces the best;
  // always false in the first attempt. `equal` counts the equal choices.
  bool by_chance(std::uint32_t& equal) { return by_chance_ && random_() % ++equal == 0; }

  // The holder of message j with the most free ports; the broadcaster only if no other holder has a
  // free port; nothing if the broadcaster has none either.
  std::optional<NodeId> holder(MessageId j) {
    std::optional<NodeId> best;
    std::uint32_t equal = 1;
    for (NodeId v = 1; v < size_.n; ++v) {
      if (state(j, v) != State::has || out_[v] == 0) continue;
      if (!best || out_[v] > out_[*best]) {
        best = v;
        equal = 1;
      } else if (out_[v] == out_[*best] && by_chance(equal)) {
        best = v;
      }
    }
    return best || out_[0] == 0 ? best : std::optional<NodeId>(0);
  }
  // The processor with the most free ports among those that neither have message j nor are sent it;
  // nothing if none of these has a free port. Ties go to the processor with the fewest messages in
  // the first attempt, and are broken at random in the further attempts.
  std::optional<NodeId> receiver(MessageId j) {
    std::optional<NodeId> best;
    std::uint32_t equal = 1;
    for (NodeId v = 1; v < size_.n; ++v) {
      if (state(j, v) != State::lacks || in_[v] == 0) continue;
      if (!best || in_[v] > in_[*best]) {
        best = v;
        equal = 1;
      } else if (in_[v] == in_[*best] && (by_chance_ ? by_chance(equal) : had_[v] < had_[*best])) {
        best = v;
      }
    }
    return best;
  }
  void send(Sends& sends, NodeId from, NodeId to, MessageId j) {
    sends.add(from, to, j);
    state(j, to) = State::comes;
    coming_[now_].emplace_back(j, to);
    --out_[from];
    --in_[to];
    ++known_[j];
    ++had_[to];
  }

  const Size size_;
  const bool by_chance_;
  const std::uint32_t disorder_;
  std::mt19937 random_;
  std::vector<State> state_;             // by message and processor
  std::vector<std::uint32_t> known_;     // by message: processors that have it or are sent it
  std::vector<std::uint32_t> had_;       // by processor: messages that it has or is sent
  std::vector<std::uint32_t> out_, in_;  // by processor: ports that are free in this round
  // Messages in transit, and their receivers, by the round of their arrival modulo the latency.
  std::vector<std::vector<std::pair<MessageId, NodeId>>> coming_;
  std::uint64_t now_ = 0;  // this round modulo the latency
};

// The rounds of an attempt, or `limit` if the attempt takes `limit` rounds or more.
std::uint64_t rounds_of(const Size& size, Attempt attempt, std::uint64_t limit) {
  RarestFirst plan(size, attempt);
  std::vector<Hop> hops;
  std::uint64_t rounds = 0;
  for (; !plan.done() && rounds < limit; ++rounds) {
    hops.clear();
    Sends sends(hops, 1, 0, size.n);
    plan.next(rounds, sends);
  }
  return rounds;
}

std::uint64_t steps_of(const Size& size) { return std::uint64_t{size.m} * size.n * size.n; }

struct Planned {
  Attempt attempt;
  std::uint64_t rounds = 0;  // up to the last one with sends
};

Planned planned(const Problem& problem) {
  const Size size = size_of(problem);
  Theory theory;
  add_lower_bound(problem, theory);
  const std::uint64_t fewest = *theory.lower_bound + 1 - size.latency;
  Planned best;
  best.rounds = rounds_of(size, best.attempt, kNone);
  for (Attempt next{1}; best.rounds > fewest && next.number * steps_of(size) < kMostSteps &&
                        next.number < kMostAttempts;
       ++next.number) {
    const std::uint64_t rounds = rounds_of(size, next, best.rounds);
    if (rounds < best.rounds) best = {next, rounds};
  }
  return best;
}

Plan rarest_first_plan(const Problem& problem) {
  const Planned best = planned(problem);
  return plan_of(problem, best.rounds, [size = size_of(problem), attempt = best.attempt] {
    return std::make_unique<RarestFirst>(size, attempt);
  });
}

std::string rarest_first_refusal(const Problem& problem) {
  const Size size = size_of(problem);
  const std::uint64_t deliveries = std::uint64_t{size.m} * (size.n - 1);
  if (deliveries <= kMostDeliveries) return "";
  return fmt::format("{} deliveries are too many to be planned one by one, at most {}; use {}",
                     deliveries, kMostDeliveries, size.latency > 1 ? "k-tree" : "rotation");
}

Theory rarest_first_theory(const Problem& problem) {
  Theory theory;
  add_lower_bound(problem, theory);
  const Size size = size_of(problem);
  if (steps_of(size) > kMostPredicted) return theory;
  theory.formula_cycles = planned(problem).rounds - 1 + size.latency;
  theory.formula_source = "planned send by send";
  return theory;
}

std::string rarest_first_postal_refusal(const Problem& problem) {
  const std::string refused = rarest_first_refusal(problem);
  if (!refused.empty() || problem.timing.latency > 1) return refused;
  return "it is made for a latency of 2 or more";
}

}  // namespace

Algorithm rarest_first_broadcast() {
  Algorithm algorithm = broadcast_algorithm("rarest-first", {Ports::Kind::several});
  algorithm.summary = "what the fewest have goes on first, send by send; needs no trees";
  algorithm.source = "romcast, to Theorem 10 of Bar-Noy & Ho 1999";
  algorithm.refusal = rarest_first_refusal;
  algorithm.build = rarest_first_plan;
  algorithm.predict = rarest_first_theory;
  return algorithm;
}

Algorithm rarest_first_postal_broadcast() {
  Algorithm algorithm = rarest_first_broadcast();
  algorithm.logp = true;
  algorithm.summary = "what the fewest have, or are sent, goes on first, send by send";
  algorithm.source = "romcast";
  algorithm.refusal = rarest_first_postal_refusal;
  return algorithm;
}

}  // namespace romcast
