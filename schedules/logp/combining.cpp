// SPDX-License-Identifier: Apache-2.0
// Combining broadcast (KSSS, section 4.2): all processors learn the combination of all values in
// the time of one broadcast. At every step every processor sends its combination so far to a more
// distant processor than before, so that at any time j every processor i holds the combination of
// equally many values: the l_j values of the processors i-l_j+1 .. i.
//
// KSSS, Theorem 4.1, is for o = 0, g = 1 and f_T processors (machine.hpp), where l_j = f_j. Here
// sends have any times (combining_times.hpp), and P is any number: in some steps processors send
// their combination without their own value. Each such step keeps the own value of a sender from
// the w processors that the value would have reached in the end through this send. If no step were
// such, each processor would combine at least P values. The steps are chosen greedily, the largest
// w first, so that the sum of their w is the excess over P. The operation must be commutative.
#include <fmt/format.h>

#include "schedules/logp/combining_times.hpp"

namespace romcast {
namespace {

using namespace logp;

struct Step {
  std::uint64_t time = 0;
  std::uint32_t distance = 0;
  bool without_own = false;
  bool nothing = false;  // no message: the processor has no other value yet
};

// For each step: how many processors a value that is sent in this step reaches in the end.
std::vector<std::uint64_t> weights_of(const std::vector<std::uint64_t>& times,
                                      std::uint64_t reach) {
  std::vector<std::uint64_t> weights(times.size());
  for (std::size_t j = times.size(); j-- > 0;) {
    weights[j] = 1;
    for (std::size_t i = times.size(); i-- > 0 && times[i] >= times[j] + reach;) {
      weights[j] += weights[i];
    }
  }
  return weights;
}

std::vector<Step> steps_of(const Machine& machine) {
  const std::vector<std::uint64_t> times = combining_times(machine);
  const std::uint64_t reach = machine.reach();
  const std::vector<std::uint64_t> weights = weights_of(times, reach);
  std::uint64_t excess = combined_values(times, reach) - machine.processors;
  std::vector<Step> steps;
  std::vector<std::uint64_t> held{1};  // held[j]: values of a processor before message j arrives
  for (std::size_t j = 0, arrived = 0; j < times.size(); ++j) {
    while (arrived < j && times[arrived] + reach <= times[j]) ++arrived;
    const bool without = weights[j] <= excess;
    if (without) excess -= weights[j];
    const std::uint64_t less = without ? 1 : 0, values = held[arrived] - less;
    steps.push_back({times[j], static_cast<std::uint32_t>(held[j] - less), without, values == 0});
    held.push_back(held[j] + values);
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
      hops.push_back({static_cast<Cycle>(step.time + 1), from, step.without_own ? 1U : 0U, to});
    }
    return true;
  }

 private:
  std::shared_ptr<const std::vector<Step>> steps_;
  NodeId processors_;
  std::size_t step_ = 0;
};

Plan combining_plan(const Problem& problem) {
  const Machine machine = machine_of(problem);
  const auto steps = std::make_shared<const std::vector<Step>>(steps_of(machine));
  if (!steps->empty()) check_cycles(steps->back().time + machine.reach(), problem);
  return {.open = [steps, processors = static_cast<NodeId>(machine.processors)] {
    return std::make_unique<CombiningSchedule>(steps, processors);
  }};
}

Theory combining_theory(const Problem& problem) {
  const Machine machine = machine_of(problem);
  const std::vector<std::uint64_t> times = combining_times(machine);
  return {.formula_cycles = times.empty() ? 0 : times.back() + machine.reach(),
          .formula_source = machine.postal()
                                ? fmt::format("{}, Theorem 4.1 for every P: B(P)", kPaper)
                                : "the send times that a search finds, after Theorem 4.1 of " +
                                      std::string(kPaper),
          .lower_bound = broadcast_time(machine),
          .lower_bound_source =
              fmt::format("{}, section 4.2: B(P), as every value must reach all", kPaper)};
}

}  // namespace

Algorithm combining_allreduce() {
  Algorithm algorithm = logp_algorithm("combining", CollectiveKind::allreduce);
  algorithm.summary =
      "all send all they know to ever more distant processors; B(P) for every P if o = 0, g = 1";
  algorithm.source = "Karp, Sahay, Santos & Schauser 1993, Theorem 4.1; P other than P(T): romcast";
  algorithm.paper = true;
  algorithm.refusal = refuse_several_values;
  algorithm.build = combining_plan;
  algorithm.predict = combining_theory;
  return algorithm;
}

}  // namespace romcast
