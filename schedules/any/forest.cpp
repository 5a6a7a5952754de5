// SPDX-License-Identifier: Apache-2.0
// Rate-optimal broadcasts and allgathers: the worst cut (worst_cut.hpp) limits the rate of every
// schedule, and trees from each sender reach that limit together (ForestColl: Zhao et al. 2024). If
// no trees are found in time, or the network is too large for them, the greedy schedule replaces
// the trees; the bound by the cut still holds if the worst cut was found.
#include <fmt/format.h>

#include <algorithm>

#include "schedules/any/forest_rate.hpp"
#include "schedules/any/growing.hpp"
#include "schedules/any/interrupt.hpp"
#include "schedules/any/matching.hpp"

namespace romcast::any {
namespace {

AlgorithmOption switching_option() {
  return {"switching",
          {"multicast", "unicast"},
          "unicast: trees branch at processors only, as if switches could not copy a message"};
}

bool unicast(const Problem& problem) {
  const auto given = problem.options.find("switching");
  return given != problem.options.end() && given->second == "unicast";
}

std::string forest_refusal(const Problem& problem) {
  if (special(task_of(problem))) return "it is for full-duplex ports that nodes have all alike";
  for (NodeId p = 0; unicast(problem) && p < problem.topology->processors(); ++p) {
    if (!problem.topology->forwards(p)) {
      return fmt::format("`switching` unicast is for processors that forward, and {} does not",
                         problem.topology->node_name(p));
    }
  }
  return refusal(problem);
}

Plan forest_plan(const Problem& problem) {
  const Task task = task_of(problem);
  if (task.collective.expected_deliveries() == 0) return {.open = stored_schedule({})};
  const Deadline deadline(seconds_of(problem));
  const Interruptible interruptible;
  const auto bound = static_cast<Cycle>(predict(problem).lower_bound.value_or(0));
  const Ordering ordering{
      .bound = bound, .go_on = [&] { return !deadline.over() && !Interruptible::interrupted(); }};
  Grown grown =
      forest(task, unicast(problem) ? SwitchKind::unicast : SwitchKind::multicast, ordering);
  if (grown.hops.empty()) {
    grown.hops = match(task, bound, Deadline(seconds_of(problem)));
    grown.rate.reached = reached_rate(task, grown.hops);
    grown.note = "no trees within the time; the greedy schedule instead" + grown.note;
  }
  Plan plan{.open = stored_schedule(std::move(grown.hops)), .note = std::move(grown.note)};
  plan.proved_bound = grown.cycles;
  plan.proved_source = "cut: " + grown.rate.certificate;
  plan.rate = std::move(grown.rate);
  return plan;
}

Algorithm forest_algorithm(CollectiveKind kind) {
  return {.name = "forest",
          .network = kAny,
          .collective = kind,
          .ports = {Ports::Kind::multi},
          .summary = "trees that share the links at the rate of the worst cut",
          .source = "Zhao et al. 2024 (ForestColl)",
          .default_control = Control::rom,
          .timed = true,
          .options = {seconds_option(), switching_option()},
          .refusal = forest_refusal,
          .build = forest_plan,
          .predict = predict};
}

}  // namespace
}  // namespace romcast::any

namespace romcast {

Algorithm forest_broadcast() { return any::forest_algorithm(CollectiveKind::broadcast); }
Algorithm forest_allgather() { return any::forest_algorithm(CollectiveKind::allgather); }

}  // namespace romcast
