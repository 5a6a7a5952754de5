// SPDX-License-Identifier: Apache-2.0
// A broadcast planned send by send: in every round the broadcaster sends up to k new messages; then
// the messages that the fewest processors have are passed on as long as ports are free. The
// broadcast needs no trees, so it also fits where n <= k or n is a little below a power of k+1.
// There it keeps Theorem 10 of Bar-Noy & Ho 1999, ceil(m/k) + ceil(log_{k+1} n), while their chain
// of boxes needs a round more. No send recurs, so the program has one row per round.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

#include "schedules/complete/bounds.hpp"

namespace romcast {
namespace {

using namespace complete;

constexpr std::uint64_t kMostDeliveries = 100'000;

class RarestFirst final : public Rounds {
 public:
  explicit RarestFirst(const Size& size)
      : size_(size),
        state_(std::size_t{size.m} * size.n, State::lacks),
        known_(size.m, 1),
        had_(size.n) {
    for (MessageId j = 0; j < size.m; ++j) state(j, 0) = State::has;
    had_[0] = size.m;
  }

  [[nodiscard]] bool done() const {
    return std::ranges::all_of(known_, [&](std::uint32_t known) { return known == size_.n; });
  }

  void next(std::uint64_t, Sends& sends) override {
    out_.assign(size_.n, size_.k);
    in_.assign(size_.n, size_.k);
    std::uint32_t fresh = 0;
    for (MessageId j = 0; j < size_.m && fresh < size_.k; ++j) {
      if (known_[j] > 1) continue;
      ++fresh;
      if (const auto to = receiver(j)) send(sends, 0, *to, j);
    }
    std::set<std::tuple<std::uint32_t, MessageId>> rarest;  // among equals the newest first
    for (MessageId j = 0; j < size_.m; ++j) {
      if (known_[j] < size_.n) rarest.emplace(known_[j], size_.m - 1 - j);
    }
    while (!rarest.empty()) {
      const MessageId j = size_.m - 1 - std::get<1>(*rarest.begin());
      rarest.erase(rarest.begin());
      const auto from = holder(j);
      const auto to = from ? receiver(j) : std::nullopt;
      if (!to) continue;  // message j cannot be sent later in this round either
      send(sends, *from, *to, j);
      if (known_[j] < size_.n) rarest.emplace(known_[j], size_.m - 1 - j);
    }
    for (State& state : state_) {
      if (state == State::comes) state = State::has;
    }
  }

 private:
  enum class State : std::uint8_t { lacks, comes, has };
  State& state(MessageId j, NodeId v) { return state_[std::size_t{j} * size_.n + v]; }

  // The holder with the most free ports; the broadcaster only if no other holder has a free port.
  std::optional<NodeId> holder(MessageId j) {
    std::optional<NodeId> best;
    for (NodeId v = 1; v < size_.n; ++v) {
      if (state(j, v) == State::has && out_[v] > (best ? out_[*best] : 0)) best = v;
    }
    return best || out_[0] == 0 ? best : std::optional<NodeId>(0);
  }
  // The processor with the most free ports; among equals the one with the fewest messages.
  std::optional<NodeId> receiver(MessageId j) {
    std::optional<NodeId> best;
    for (NodeId v = 1; v < size_.n; ++v) {
      if (state(j, v) != State::lacks || in_[v] == 0) continue;
      if (!best || in_[v] > in_[*best] || (in_[v] == in_[*best] && had_[v] < had_[*best])) best = v;
    }
    return best;
  }
  void send(Sends& sends, NodeId from, NodeId to, MessageId j) {
    sends.add(from, to, j);
    state(j, to) = State::comes;
    --out_[from];
    --in_[to];
    ++known_[j];
    ++had_[to];
  }

  const Size size_;
  std::vector<State> state_;             // by message and processor
  std::vector<std::uint32_t> known_;     // by message: its holders after this round
  std::vector<std::uint32_t> had_;       // by processor: its messages
  std::vector<std::uint32_t> out_, in_;  // by processor: ports that are free in this round
};

std::uint64_t rounds_of(const Size& size) {
  RarestFirst plan(size);
  std::vector<Hop> hops;
  std::uint64_t rounds = 0;
  for (; !plan.done(); ++rounds) {
    hops.clear();
    Sends sends(hops, 1, 0, size.n);
    plan.next(rounds, sends);
  }
  return rounds;
}

Plan rarest_first_plan(const Problem& problem) {
  const Size size = size_of(problem);
  return plan_of(problem, rounds_of(size), [size] { return std::make_unique<RarestFirst>(size); });
}

std::string rarest_first_refusal(const Problem& problem) {
  const Size size = size_of(problem);
  const std::uint64_t deliveries = std::uint64_t{size.m} * (size.n - 1);
  if (deliveries <= kMostDeliveries) return "";
  return fmt::format(
      "{} deliveries are too many to be planned one by one, at most {}; use rotation", deliveries,
      kMostDeliveries);
}

Theory rarest_first_theory(const Problem& problem) {
  Theory theory;
  add_lower_bound(problem, theory);
  return theory;
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

}  // namespace romcast
