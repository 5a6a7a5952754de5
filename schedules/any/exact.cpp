// SPDX-License-Identifier: Apache-2.0
// Finds the fewest cycles with a SAT solver, as SCCL does (Cai et al., PPoPP 2021): the solver
// decides whether a schedule of T cycles exists, for T from the lower bound on. A schedule at the
// bound needs no further proof; for a longer schedule the solver has refuted T - 1, and an
// independent checker verifies the refutation step by step (schedules/proof).
//   have(m, v, t)  node v has message m after cycle t: v had m before, or m arrives at v in t
//   send(m, c, t)  a node that has m after t - 1 sends m along c in t; lanes and ports limit sends
// A message has no variables for a node in cycles in which it cannot have reached the node yet or
// can no longer reach a destination from there. Schedules that are invariant under a rotation or
// translation of the network have fewer variables, so the search tries them first, unless links
// have times. Scatter and gather are solved by a maximum flow instead (rooted.hpp), unless links
// have times, ports are half-duplex or differ between nodes, or the flow network is too large.
#include "schedules/any/exact.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"
#include "schedules/any/encoding.hpp"
#include "schedules/any/interrupt.hpp"
#include "schedules/any/matching.hpp"
#include "schedules/any/rooted.hpp"
#include "schedules/any/timed.hpp"
#include "schedules/bounds/view.hpp"

namespace romcast::any {
namespace {

// Limit of Encoding::literals() without division by the symmetry's order, because the tables of
// variables have their full size even with a symmetry. most_ limits the quotient.
constexpr std::uint64_t kMostPlaces = 4 * kMostLiterals;

class Search {
 public:
  Search(const Task& task, Cycle bound, Cycle known, const Deadline& deadline, std::uint64_t most)
      : task_(task), known_(known), deadline_(deadline), most_(most), result_{.proved = bound} {}

  Exact run() {
    if (is_rooted(task_.collective) && !special(task_) && !task_.topology.timed()) {
      result_.hops = by_flow(task_, result_.proved);
      result_.proved = std::max(result_.proved, cycles_of(result_.hops));
      if (!result_.hops.empty()) return std::move(result_);
    }
    if (!task_.topology.timed()) look_for_symmetric();
    const Symmetry none = Symmetry::none(task_);
    while (result_.proved < known_) {
      const Solution solution = ask(result_.proved, none, [&] { return go_on(); });
      if (solution.answer == Answer::satisfiable) break;
      if (solution.answer == Answer::unknown) {
        result_.interrupted = true;
        break;
      }
      ++result_.proved;
      result_.checked = result_.checked && solution.checked;
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool go_on() const { return !deadline_.over() && !Interruptible::interrupted(); }

  // Searches for symmetric schedules in at most a third of the time that is left. A failure of this
  // search proves no bound.
  void look_for_symmetric() {
    constexpr double longest = 2;  // seconds per symmetry and number of cycles
    if (result_.proved >= known_) return;
    const Deadline share(deadline_.left() / 3);
    for (const Symmetry& symmetry : symmetries(task_)) {
      for (Cycle cycles = result_.proved; cycles < known_ && go_on() && !share.over(); ++cycles) {
        const Deadline each(longest);
        const auto so_long = [&] { return go_on() && !share.over() && !each.over(); };
        ask(cycles, symmetry, so_long);
      }
    }
  }

  // Searches for a schedule of `cycles` cycles that is invariant under the symmetry. Returns the
  // solver's answer, or Answer::unknown if the formula would be too large. A schedule that is found
  // goes into result_ and lowers known_, so the following searches look for a shorter one.
  Solution ask(Cycle cycles, const Symmetry& symmetry, const std::function<bool()>& go_on) {
    const std::uint64_t literals = Encoding::literals(task_, cycles);
    if (literals / symmetry.order() > most_ || literals > kMostPlaces) return {};
    const Encoding encoding(task_, cycles, symmetry, go_on);
    if (!encoding.complete()) return {};
    Solution solution = solve(encoding.formula(), go_on);
    if (solution.answer == Answer::satisfiable) {
      result_.hops = encoding.hops(solution.values);
      known_ = cycles;
    }
    return solution;
  }

  const Task& task_;
  Cycle known_;
  const Deadline& deadline_;
  std::uint64_t most_;
  Exact result_;
};

}  // namespace

Exact exact(const Task& task, Cycle bound, Cycle known, const Deadline& deadline,
            std::uint64_t most) {
  const Interruptible interruptible;
  return Search(task, bound, known, deadline, most).run();
}

void tell(const Exact& found, Cycle bound, const Problem& problem, Plan& plan) {
  if (found.interrupted) plan.note = "the search was ended before the optimum was known";
  if (found.proved <= bound) return;
  plan.proved_bound = found.proved;
  plan.proved_by_solver =
      !is_rooted(problem.collective) || special(task_of(problem)) || problem.topology->timed();
  plan.proved_source = plan.proved_by_solver
                           ? fmt::format("solver: CaDiCaL refutes {} cycles, {}", found.proved - 1,
                                         found.checked ? "and its proof was checked"
                                                       : "but its proof was not checked to the end")
                           : "flow: a maximum flow over links and cycles (Ford & Fulkerson 1958)";
}

namespace {

constexpr std::uint32_t kMostSteps = 64;

// The option --steps; 0: the schedule need not have synchronous steps.
std::uint32_t steps_of(const Problem& problem) {
  const auto given = problem.options.find("steps");
  return given == problem.options.end() ? 0 : parse_number("steps", given->second, 0, kMostSteps);
}

// Advances to the lexicographically next way to divide as many cycles among as many steps of one
// cycle or more; returns false after the last one.
bool next_division(std::vector<std::uint32_t>& steps) {
  std::uint32_t after = steps.back();  // cycles of the steps after step i
  for (std::size_t i = steps.size() - 1; i-- > 0;) {
    const auto others = static_cast<std::uint32_t>(steps.size() - 1 - i);
    if (after > others) {
      ++steps[i];
      std::fill(steps.begin() + static_cast<std::ptrdiff_t>(i) + 1, steps.end(), 1);
      steps.back() = after - others;
      return true;
    }
    after += steps[i];
  }
  return false;
}

// The schedule with fewest cycles, at least `bound`, in `steps` synchronous steps (SCCL calls the
// cycles rounds). Throws InputError if the time ends before a schedule is found, if the formula
// would be too large, or if no schedule of up to bound + 4 * kMostSteps + 1 cycles is found.
Plan plan_in_steps(const Problem& problem, std::uint32_t steps, Cycle bound) {
  const Task task = task_of(problem);
  const Deadline deadline(seconds_of(problem));
  const Interruptible interruptible;
  const Symmetry none = Symmetry::none(task);
  const auto go_on = [&] { return !deadline.over() && !Interruptible::interrupted(); };
  bool refuted = true, checked = true;  // of all divisions tried so far
  for (Cycle cycles = std::max(bound, steps);; ++cycles) {
    std::vector<std::uint32_t> division(steps, 1);
    division.back() = cycles - steps + 1;
    do {
      if (Encoding::literals(task, steps) > kMostLiterals || !go_on()) {
        throw InputError({"steps", steps}, "no schedule was found in time",
                         "give more `seconds`, or more steps");
      }
      const Encoding encoding(task, division, none, go_on);
      const Solution solution = encoding.complete() ? solve(encoding.formula(), go_on) : Solution{};
      if (solution.answer == Answer::satisfiable) {
        return {
            .open = stored_schedule(encoding.hops(solution.values)),
            .note = fmt::format(
                "{} steps of {} rounds{}", steps, fmt::join(division, ", "),
                !refuted                           ? ""
                : cycles == std::max(bound, steps) ? ", the fewest by the bound"
                : checked
                    ? "; CaDiCaL refutes fewer rounds in so many steps, and its proofs were checked"
                    : "; CaDiCaL refutes fewer rounds in so many steps")};
      }
      refuted = refuted && solution.answer == Answer::refuted;
      checked = checked && solution.checked;
    } while (next_division(division));
    if (cycles > bound + kMostSteps * 4) {
      throw InputError({"steps", steps}, "no schedule has so few steps", "give more");
    }
  }
}

// Throws InputError if nodes are not multi-port, if links are half-duplex or have times, or if a
// message must make more than `steps` hops.
void check_steps(const Problem& problem, std::uint32_t steps) {
  if (problem.ports.kind != Ports::Kind::multi || problem.ports.half || problem.topology->timed()) {
    throw InputError({"steps", steps}, "steps are for `ports` multi and links that take a cycle",
                     "leave it out");
  }
  const bounds::View view({*problem.topology, problem.collective, problem.ports}, 0);
  const auto distance = bounds::distance(view);
  if (distance && distance->cycles > steps) {
    throw InputError({"steps", steps},
                     fmt::format("a message has {} hops to go, one in a step", distance->cycles),
                     "give more steps");
  }
}

Plan exact_plan(const Problem& problem) {
  if (const std::uint32_t steps = steps_of(problem); steps > 0) {
    check_steps(problem, steps);
    return plan_in_steps(problem, steps,
                         static_cast<Cycle>(predict(problem).lower_bound.value_or(0)));
  }
  const Deadline deadline(seconds_of(problem));
  const auto bound = static_cast<Cycle>(predict(problem).lower_bound.value_or(0));
  const Interruptible interruptible;
  Hops greedy = match(task_of(problem), bound, deadline);
  const Exact found =
      exact(task_of(problem), bound, last_arrival(*problem.topology, greedy), deadline);
  Plan plan{.open = stored_schedule(found.hops.empty() ? std::move(greedy) : found.hops)};
  tell(found, bound, problem, plan);
  return plan;
}

Algorithm exact_algorithm(CollectiveKind kind) {
  return {.name = "exact",
          .network = kAny,
          .collective = kind,
          .ports = {Ports::Kind::single, Ports::Kind::multi, Ports::Kind::several},
          .summary = "fewest cycles, by SAT; for small networks, needs `seconds`",
          .source = "as SCCL (Cai et al. 2021); solver: CaDiCaL (Biere et al. 2020)",
          .default_control = Control::rom,
          .duplex = Duplex::both,
          .timed = true,
          .options = {seconds_option(),
                      {"steps",
                       {"0"},
                       "synchronous steps of one or more rounds, as SCCL's (0: any schedule)",
                       true}},
          .refusal = refusal,
          .build = exact_plan,
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
