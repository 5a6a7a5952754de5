// SPDX-License-Identifier: Apache-2.0
// Fewest cycles, by a SAT solver: is there a schedule of T cycles, for T from the lower bound on
// (SCCL: Cai et al., PPoPP 2021, had the solver choose routes and steps alike)? Yes at the bound is
// optimal at once; else the solver has refuted T - 1, and its refutation is checked, step by step,
// by code of another origin (schedules/proof).
//   have(m, v, t)  node v has message m after cycle t: had it before, or it is sent to it in t
//   send(m, l, t)  along l, by whom has it after t - 1; no more than l has lanes, and ports
// What cannot be there yet, or would no longer reach anybody in time, has no variables.
// Scatter and gather need no solver: a maximum flow decides.
#include "schedules/any/exact.hpp"

#include <fmt/format.h>

#include "schedules/any/encoding.hpp"
#include "schedules/any/interrupt.hpp"
#include "schedules/any/matching.hpp"
#include "schedules/any/rooted.hpp"

namespace romcast::any {
namespace {

bool is_rooted(const Task& task) {
  const CollectiveKind kind = task.collective.kind();
  return kind == CollectiveKind::scatter || kind == CollectiveKind::gather;
}

}  // namespace

bool fits_exact(const Task& task, Cycle cycles, std::uint64_t most) {
  return Encoding::literals(task, cycles) <= most;
}

Exact exact(const Task& task, Cycle bound, const Deadline& deadline) {
  const Interruptible interruptible;
  if (is_rooted(task)) {
    if (Hops hops = by_flow(task, bound); !hops.empty()) {
      return {.hops = hops, .proved = cycles_of(hops)};
    }
  }
  Exact result{.hops = match(task, bound, deadline), .proved = bound};
  const auto go_on = [&] { return !deadline.over() && !Interruptible::interrupted(); };
  for (Cycle cycles = bound; cycles < cycles_of(result.hops); ++cycles) {
    if (!fits_exact(task, cycles)) {
      result.interrupted = true;
      return result;
    }
    const Encoding encoding(task, cycles);
    const Solution solution = solve(encoding.formula(), go_on);
    if (solution.answer == Answer::satisfiable) {
      result.hops = encoding.hops(solution.values);
      return result;
    }
    if (solution.answer == Answer::unknown) {
      result.interrupted = true;
      return result;
    }
    result.proved = cycles + 1;
    result.checked = result.checked && solution.checked;
  }
  return result;
}

void tell(const Exact& found, Cycle bound, const Problem& problem, Plan& plan) {
  if (found.interrupted) plan.note = "the search was ended before the optimum was known";
  if (found.proved <= bound) return;
  plan.proved_bound = found.proved;
  plan.proved_by_solver = !is_rooted(task_of(problem));
  plan.proved_source = plan.proved_by_solver
                           ? fmt::format("solver: CaDiCaL refutes {} cycles, {}", found.proved - 1,
                                         found.checked ? "and its proof was checked"
                                                       : "but its proof was not checked to the end")
                           : "flow: a maximum flow over links and cycles (Ford & Fulkerson 1958)";
}

namespace {

Plan build(const Problem& problem) {
  const Deadline deadline(seconds_of(problem));
  const auto bound = static_cast<Cycle>(predict(problem).lower_bound.value_or(0));
  const Exact found = exact(task_of(problem), bound, deadline);
  Plan plan{.open = stored_schedule(found.hops)};
  tell(found, bound, problem, plan);
  return plan;
}

Algorithm exact_algorithm(CollectiveKind kind) {
  return {.name = "exact",
          .network = kAny,
          .collective = kind,
          .ports = {Ports::Kind::single, Ports::Kind::multi, Ports::Kind::several},
          .summary = "fewest cycles, by SAT; for small networks, needs --seconds",
          .source = "as SCCL (Cai et al. 2021); solver: CaDiCaL (Biere et al. 2020)",
          .natural = Control::rom,
          .options = {seconds_option()},
          .misfit = misfit,
          .build = build,
          .predict = predict};
}

}  // namespace
}  // namespace romcast::any

namespace romcast {

Algorithm exact_broadcast() { return any::exact_algorithm(CollectiveKind::broadcast); }
Algorithm exact_scatter() { return any::exact_algorithm(CollectiveKind::scatter); }
Algorithm exact_gather() { return any::exact_algorithm(CollectiveKind::gather); }
Algorithm exact_allgather() { return any::exact_algorithm(CollectiveKind::allgather); }
Algorithm exact_alltoall() { return any::exact_algorithm(CollectiveKind::alltoall); }
Algorithm exact_exchange() { return any::exact_algorithm(CollectiveKind::exchange); }

}  // namespace romcast
