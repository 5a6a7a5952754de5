// SPDX-License-Identifier: Apache-2.0
// Combining broadcast (KSSS, section 4.2): all processors learn the combination of all values in
// the time of one broadcast. At every step every processor sends on what it has combined so far,
// ever further, so that after j steps processor i holds the values of l_j processors up to itself.
//
// KSSS, Theorem 4.1, is for P = P(T), where l_j = f_j. For every other P, T = B(P): in some steps j
// (e_j = 1) what is sent leaves the sender's own value out, so that l_j = l_{j-1} + l_{j-L} - e_j.
// A value left out at step j is missing f_{T-j} times at the end, and the numbers f_{T-j} add up to
// any f_T - P, largest first. The operation must be commutative.
#include <fmt/format.h>

#include "schedules/logp/pace.hpp"
#include "schedules/logp/period.hpp"

namespace romcast {
namespace {

using namespace logp;

struct Step {
  std::uint32_t distance = 0;
  bool without_own = false;
  bool nothing = false;  // the processor has no other value yet
};

// The step that all processors make at each of the times 0, 1, .. T-L.
std::vector<Step> steps_of(std::uint32_t latency, std::uint64_t processors) {
  const auto time = static_cast<std::uint32_t>(
      broadcast_time({.processors = processors, .timing = {.latency = latency}}));
  const auto f = fibonacci(latency, time);
  std::vector<Step> steps;
  std::vector<std::uint64_t> held(latency, 1);  // l_0, l_1, ..
  std::uint64_t excess = f[time] - processors;
  for (std::uint32_t j = latency; j <= time; ++j) {
    const bool without = f[time - j] <= excess;
    if (without) excess -= f[time - j];
    const std::uint64_t less = without ? 1 : 0;
    steps.push_back({static_cast<std::uint32_t>(held[j - 1] - less), without,
                     without && held[j - latency] == 1});
    held.push_back(held[j - 1] + held[j - latency] - less);
  }
  return steps;
}

class CombiningSchedule final : public Schedule {
 public:
  CombiningSchedule(std::shared_ptr<const std::vector<Step>> steps, NodeId processors)
      : steps_(std::move(steps)), processors_(processors) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    while (step_ < steps_->size() && (*steps_)[step_].nothing) ++step_;
    if (step_ == steps_->size()) return false;
    const Step& step = (*steps_)[step_++];
    for (NodeId from = 0; from < processors_; ++from) {
      const NodeId to = from < processors_ - step.distance ? from + step.distance
                                                           : from + step.distance - processors_;
      hops.push_back({static_cast<Cycle>(step_), from, step.without_own ? 1U : 0U, to});
    }
    return true;
  }

 private:
  std::shared_ptr<const std::vector<Step>> steps_;
  NodeId processors_;
  std::size_t step_ = 0;
};

struct Choice {
  Pace pace;
  std::uint64_t cycles = 0;
};

Choice choose(const Machine& machine) {
  std::optional<Choice> best;
  for (const Pace& pace : paces(machine)) {
    const std::uint64_t time =
        broadcast_time({.processors = machine.processors, .timing = {.latency = pace.latency}});
    const std::uint64_t cycles = (time - pace.latency) * pace.cycles + machine.reach();
    if (!best || cycles < best->cycles) best = {pace, cycles};
  }
  return *best;
}

Plan combining_plan(const Problem& problem) {
  const Machine machine = machine_of(problem);
  const Choice choice = choose(machine);
  check_cycles(choice.cycles, problem);
  const auto steps =
      std::make_shared<const std::vector<Step>>(steps_of(choice.pace.latency, machine.processors));
  const auto open = [steps, processors = static_cast<NodeId>(machine.processors)] {
    return std::make_unique<CombiningSchedule>(steps, processors);
  };
  return {.open = at_pace(open, choice.pace.cycles)};
}

Theory combining_theory(const Problem& problem) {
  const Machine machine = machine_of(problem);
  const Choice choice = choose(machine);
  Theory theory{.formula_cycles = choice.cycles,
                .formula_source = fmt::format("{}, Theorem 4.1 for every P: B(P)", kPaper),
                .lower_bound = broadcast_time(machine),
                .lower_bound_source =
                    fmt::format("{}, section 4.2: B(P), as every value must reach all", kPaper)};
  if (!machine.postal()) {
    theory.formula_source +=
        fmt::format(" with L = {} in paces of {} cycles", choice.pace.latency, choice.pace.cycles);
  }
  return theory;
}

}  // namespace

Algorithm combining_allreduce() {
  Algorithm algorithm = logp_algorithm("combining", CollectiveKind::allreduce);
  algorithm.summary = "all send all they know to ever more distant processors; B(P) for every P";
  algorithm.source = "Karp, Sahay, Santos & Schauser 1993, Theorem 4.1; P other than P(T): romcast";
  algorithm.paper = true;
  algorithm.refusal = refuse_several_values;
  algorithm.build = combining_plan;
  algorithm.predict = combining_theory;
  return algorithm;
}

}  // namespace romcast
