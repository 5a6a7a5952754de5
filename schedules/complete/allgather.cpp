// SPDX-License-Identifier: Apache-2.0
// Allgathers by n processors with M messages each, k ports and latency L. A processor needs M(n-1)
// messages and receives k at a time, the first at time L: L - 1 + ceil(M(n-1)/k) cycles at least.
//
// `cyclic` (Karp, Sahay, Santos & Schauser 1993, section 4.1, with k ports) attains that: every
// processor sends its own messages to the processors before it, the nearest first, k at a time.
// These are n simultaneous broadcasts, in each of which only the source sends.
//
// `bruck` (Bruck, Ho, Kipnis, Upfal & Weathersby 1997): in each step a processor sends the messages
// that it has, of itself and of the processors after it, to k processors before it, so that
// ceil(log_{k+1} n) steps suffice. With L = 1 there is no pause between steps, and `bruck`, too,
// attains the bound.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "romcast/core/error.hpp"
#include "schedules/complete/bounds.hpp"

namespace romcast {
namespace {

using namespace complete;

// A processor numbers the messages from its own first one on, processor after processor. In a step
// it receives the messages with the numbers `known` .. `until` - 1, k at a time.
struct Step {
  std::uint64_t start = 0;             // time of the first sends
  std::uint64_t known = 0, until = 0;  // messages known before and after the step
};

class Gossip {
 public:
  Gossip(const Problem& problem, bool doubling) : size_(size_of(problem)), doubling_(doubling) {
    const std::uint64_t all = std::uint64_t{size_.n} * size_.m;
    for (std::uint64_t known = size_.m; known < all;) {
      const std::uint64_t until = doubling ? std::min(all, known * (size_.k + 1)) : all;
      steps_.push_back({time_, known, until});
      last_ = time_ + (until - known + size_.k - 1) / size_.k;
      time_ = last_ - 1 + size_.latency;
      known = until;
    }
  }

  /// Cycles until the last message has arrived.
  [[nodiscard]] std::uint64_t cycles() const { return time_; }
  /// The time of the last sends, plus 1.
  [[nodiscard]] std::uint64_t times() const { return last_; }
  [[nodiscard]] std::size_t steps() const { return steps_.size(); }

  void add(std::uint64_t time, Cycle cycle, std::vector<Hop>& hops) const {
    const auto after = std::ranges::upper_bound(steps_, time, {}, &Step::start);
    const Step& step = *(after - 1);
    const std::uint64_t first = step.known + (time - step.start) * size_.k;
    for (std::uint64_t x = first; x < std::min(first + size_.k, step.until); ++x) {
      // Distance to the sender: without doubling the owner of x sends x. With doubling the senders
      // are multiples of known / m processors away; x comes from the farthest one that is not
      // beyond the owner of x.
      const std::uint64_t distance =
          doubling_ ? x / step.known * (step.known / size_.m) : x / size_.m;
      for (NodeId to = 0; to < size_.n; ++to) {
        const std::uint64_t owner = (to + x / size_.m) % size_.n;
        hops.push_back({cycle, static_cast<NodeId>((to + distance) % size_.n),
                        static_cast<MessageId>(owner * size_.m + x % size_.m), to});
      }
    }
  }

 private:
  const Size size_;
  const bool doubling_;
  std::vector<Step> steps_;
  std::uint64_t time_ = 0, last_ = 0;
};

class GossipSchedule final : public Schedule {
 public:
  explicit GossipSchedule(std::shared_ptr<const Gossip> gossip) : gossip_(std::move(gossip)) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    for (; hops.empty() && time_ < gossip_->times(); ++time_) {
      gossip_->add(time_, static_cast<Cycle>(time_ + 1), hops);
    }
    return !hops.empty();
  }

 private:
  std::shared_ptr<const Gossip> gossip_;
  std::uint64_t time_ = 0;
};

Plan gossip_plan(const Problem& problem, bool doubling) {
  const auto gossip = std::make_shared<const Gossip>(problem, doubling);
  if (gossip->cycles() >= kNone) {
    throw InputError({"messages", problem.collective.messages()},
                     fmt::format("the allgather takes {} cycles", gossip->cycles()),
                     fmt::format("at most {} count", kNone - 1));
  }
  return {.open = [gossip] { return std::make_unique<GossipSchedule>(gossip); }};
}

Theory gossip_theory(const Problem& problem, bool doubling) {
  const Size size = size_of(problem);
  const Gossip gossip(problem, doubling);
  const std::uint64_t needed = std::uint64_t{size.n - 1} * size.m;
  return {.formula_cycles = gossip.cycles(),
          .formula_source =
              doubling
                  ? fmt::format("Bruck, Ho, Kipnis, Upfal & Weathersby 1997 with unit messages: "
                                "{} steps",
                                gossip.steps())
                  : "Karp, Sahay, Santos & Schauser 1993, section 4.1, with k ports: L - 1 + "
                    "ceil(M(n-1)/k)",
          .lower_bound = size.latency - 1 + (needed + size.k - 1) / size.k,
          .lower_bound_source = "a processor receives M(n-1) messages, k at a time, the first at L",
          .lower_bound_attained = true};
}

Algorithm gossip(const char* name, bool doubling) {
  Algorithm algorithm = broadcast_algorithm(name, {Ports::Kind::several});
  algorithm.collective = CollectiveKind::allgather;
  algorithm.logp = true;
  algorithm.build = [doubling](const Problem& problem) { return gossip_plan(problem, doubling); };
  algorithm.predict = [doubling](const Problem& problem) {
    return gossip_theory(problem, doubling);
  };
  return algorithm;
}

}  // namespace

Algorithm cyclic_ports_allgather() {
  Algorithm algorithm = gossip("cyclic", false);
  algorithm.summary = "own messages to the next, the next but one, .., k at a time; the bound";
  algorithm.source = "Karp, Sahay, Santos & Schauser 1993, section 4.1, with k ports";
  return algorithm;
}

Algorithm bruck_ports_allgather() {
  Algorithm algorithm = gossip("bruck", true);
  algorithm.summary = "ceil(log_k+1 n) steps: what you have to k processors before";
  algorithm.source = "Bruck, Ho, Kipnis, Upfal & Weathersby 1997";
  return algorithm;
}

}  // namespace romcast
