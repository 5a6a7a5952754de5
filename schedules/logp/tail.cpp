// SPDX-License-Identifier: Apache-2.0
// Broadcast of k items in the time of KSSS, Theorem 3.1, B(P-1) + L + k - 1 - k*, on machines for
// which a pattern is known or found (tail.hpp); if a search finds none, the plan is block-cyclic.
// In its first k - k* sends the source sends the items 0, 1, .. once each, as Theorem 3.2 demands;
// afterwards it repeats items as often as it has time.
//
// The items of the steady state may take longer than L + B, where B = B(P-1): the bound leaves
// f_0 + .. + f_(B-1) - k* (P-1) spare receptions, and the delay of the steady state uses them up
// once, not once per item. So Corollary 3.2, by which P - 1 = f_t with L = 2 and t >= 7 misses the
// bound, is wrong: for P = 22 this plan meets the bound, though no endless broadcast with P = 22
// has all items on time (Theorem 3.4).
#include "schedules/logp/tail.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/any/any.hpp"
#include "schedules/any/interrupt.hpp"
#include "schedules/logp/machine.hpp"
#include "schedules/logp/pace.hpp"

namespace romcast {

Algorithm block_cyclic_broadcast();

namespace {

using namespace logp;

// Programs grow with the number of items; with more items a few saved cycles do not matter.
constexpr std::uint32_t kMostTailItems = 4096;
constexpr std::uint64_t kMostSearchedReceivers = 40;
constexpr std::uint32_t kMostSearchedHorizon = 60;

struct TailChoice {
  Pace pace;
  TailPattern pattern;
  std::uint64_t cycles = 0;
};

std::uint32_t receivers_of(const Machine& machine) {
  return static_cast<std::uint32_t>(machine.processors - 1);
}

// Time of the last send of a run, counted from its first send. A run of only k* items may end
// earlier than the formula for more items gives.
std::uint64_t last_send(const TailPattern& pattern, std::uint32_t items) {
  const std::uint32_t tail = std::min(items, pattern.items());
  const auto first = pattern.last.end() - std::ptrdiff_t{tail} * pattern.receivers;
  return *std::max_element(first, pattern.last.end()) + std::uint64_t{items} - pattern.items();
}

// The pace and pattern with the fewest cycles, among the machine's paces for which known_tail() has
// a pattern with k* up to the number of items. Empty if no pace has such a pattern, if P < 3, or if
// P exceeds kMostSearchedReceivers.
std::optional<TailChoice> known_choice(const Problem& problem) {
  const Machine machine = machine_of(problem);
  if (machine.processors < 3 || machine.processors > kMostSearchedReceivers) return std::nullopt;
  const std::uint32_t items = problem.collective.messages();
  std::optional<TailChoice> best;
  for (const Pace& pace : paces(machine)) {
    auto pattern = known_tail(pace.latency, receivers_of(machine));
    if (!pattern || items < pattern->repeated) continue;
    const std::uint64_t cycles = last_send(*pattern, items) * pace.cycles + machine.reach();
    if (!best || cycles < best->cycles) best = TailChoice{pace, std::move(*pattern), cycles};
  }
  return best;
}

// Whether a pattern can be searched for: on a small postal machine, for at least k* items.
bool searchable(const Problem& problem) {
  const Machine machine = machine_of(problem);
  if (!machine.postal() || machine.processors < 3) return false;
  if (machine.processors > kMostSearchedReceivers + 1) return false;
  const TailSize size = tail_size(problem.timing.latency, receivers_of(machine));
  return problem.collective.messages() >= size.repeated && size.horizon <= kMostSearchedHorizon;
}

std::string tail_refusal(const Problem& problem) {
  const std::uint32_t items = problem.collective.messages();
  if (items > kMostTailItems) {
    return fmt::format("its programs grow with the items: at most {}; use `algorithm` block-cyclic",
                       kMostTailItems);
  }
  if (problem.options.contains("continuous") || problem.options.contains("letters")) {
    return "it has an end, and no words; use `algorithm` block-cyclic";
  }
  if (known_choice(problem) || searchable(problem)) return "";
  return fmt::format(
      "it is for 3 to {} processors and at least k* items, overhead 0 and gap 1, or a machine with "
      "a pace for which there is a table; use `algorithm` block-cyclic",
      kMostSearchedReceivers + 1);
}

class TailSchedule final : public Schedule {
 public:
  TailSchedule(TailSends sends, std::uint32_t items, NodeId source, NodeId processors)
      : sends_(std::move(sends)),
        first_(sends_.items() - items),
        now_(first_),
        source_(source),
        processors_(processors) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    for (; hops.empty() && now_ <= sends_.last(); ++now_) {
      for (const TailSends::Send& send : sends_.at(now_)) {
        if (send.item < first_) continue;
        hops.push_back({static_cast<Cycle>(now_ - first_ + 1), actual(send.from),
                        static_cast<MessageId>(send.item - first_), actual(send.to)});
      }
    }
    return !hops.empty();
  }

 private:
  [[nodiscard]] NodeId actual(NodeId v) const { return (v + source_) % processors_; }

  TailSends sends_;
  std::int64_t first_, now_;  // first item; time, which begins at first_
  NodeId source_, processors_;
};

OpenSchedule open_tail(const TailPattern& pattern, const Collective& collective) {
  return [sends = TailSends(pattern), items = collective.messages(), source = collective.source(),
          processors = static_cast<NodeId>(collective.processors())] {
    return std::make_unique<TailSchedule>(sends, items, source, processors);
  };
}

Plan tail_plan(const Problem& problem) {
  const std::uint32_t receivers = receivers_of(machine_of(problem));
  if (const auto choice = known_choice(problem)) {
    check_cycles(choice->cycles, problem);
    return {.open = at_pace(open_tail(choice->pattern, problem.collective), choice->pace.cycles)};
  }
  const any::Deadline deadline(any::seconds_of(problem));
  const any::Interruptible interruptible;
  const auto pattern = search_tail(problem.timing.latency, receivers, [&] {
    return !deadline.over() && !any::Interruptible::interrupted();
  });
  if (pattern) return {.open = open_tail(*pattern, problem.collective)};
  Plan plan = block_cyclic_broadcast().build(problem);
  plan.note = "no pattern was found in the time of the search; this is block-cyclic";
  return plan;
}

Theory tail_theory(const Problem& problem) {
  Theory theory;
  add_broadcast_bound(problem, theory);
  const auto choice = known_choice(problem);
  if (!choice) return theory;
  theory.formula_cycles = choice->cycles;
  const bool more = problem.collective.messages() > choice->pattern.repeated;
  theory.formula_source =
      fmt::format("{}, Theorem 3.1: {}B(P-1) + L + k - 1 - k*, k* = {}; reached: romcast", kPaper,
                  more ? "" : "at most ", choice->pattern.repeated);
  if (choice->pace.cycles > 1) {
    theory.formula_source += fmt::format(" with L = {} in paces of {} cycles", choice->pace.latency,
                                         choice->pace.cycles);
  }
  return theory;
}

}  // namespace

Algorithm tail_broadcast() {
  Algorithm algorithm = logp_algorithm("tail", CollectiveKind::broadcast);
  algorithm.summary =
      "a steady state and a tail in which the source sends items several times, by SAT; "
      "B(P-1) + L + k - 1 - k*";
  algorithm.source = "Karp, Sahay, Santos & Schauser 1993, Theorems 3.1 and 3.2; romcast";
  algorithm.options = {any::seconds_option()};
  algorithm.refusal = tail_refusal;
  algorithm.build = tail_plan;
  algorithm.predict = tail_theory;
  return algorithm;
}

}  // namespace romcast
