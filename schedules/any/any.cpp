// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/any.hpp"

#include <fmt/format.h>

#include <charconv>

#include "romcast/core/error.hpp"

namespace romcast::any {

bool forwards(const Topology& topology) { return topology.direct() && !topology.crossbar(); }

AlgorithmOption seconds_option() {
  return {"seconds", {"10"}, "seconds to search for a schedule; the best one found is used", true};
}

double seconds_of(const Problem& problem) {
  const auto given = problem.options.find("seconds");
  if (given == problem.options.end()) return 10;
  const std::string& text = given->second;
  double seconds = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc{} || end != text.data() + text.size() || !(seconds >= 0) ||
      seconds > 1e6) {
    throw InputError({"seconds", text}, "give a number from 0 to 1000000");
  }
  return seconds;
}

std::string refusal(const Problem& problem) {
  if (!problem.timing.plain()) return "it is made for hops of one cycle; leave out the times";
  if (problem.collective.combines()) return "it does not combine messages on their path";
  const std::uint64_t deliveries = problem.collective.expected_deliveries();
  if (deliveries > kMostHops) {
    return fmt::format("{} deliveries are too many to keep; at most {}", deliveries, kMostHops);
  }
  return "";
}

namespace {

// True if symmetric single-port schedules on a Cayley graph attain the bound: such schedules leave
// no node idle in any cycle.
bool by_group(const Task& task, const bounds::Bound& bound) {
  if (task.topology.group() == nullptr || !task.ports.single()) return false;
  const CollectiveKind kind = task.collective.kind();
  const std::uint64_t others = task.collective.processors() - 1;
  return (kind == CollectiveKind::alltoall && bound.name == "status") ||
         (kind == CollectiveKind::allgather && bound.cycles == others * task.collective.messages());
}

}  // namespace

Theory predict(const Problem& problem) {
  const Task task = task_of(problem);
  const bounds::Bound bound = bounds::best_bound({task.topology, task.collective, task.ports});
  Theory theory;
  theory.lower_bound = bound.cycles;
  theory.lower_bound_source = bound.text();
  theory.lower_bound_attained = !special(task) && (bound.attained || by_group(task, bound));
  return theory;
}

}  // namespace romcast::any
