// SPDX-License-Identifier: Apache-2.0
// Broadcast of k items in the fewest steps, where the source may send an item repeatedly (KSSS,
// section 3: Theorems 3.1 and 3.2, Figure 2), for small machines with o = 0 and g = 1. A SAT solver
// decides whether there is a schedule of T steps, for T from the lower bound upwards.
//   have(p, i, t)  processor p can send item i at time t
//   send(s, p, q, i)  p begins at time s to send i to q, which has it at s + L
// A processor begins at most one send and receives at most one item at a time, and it receives no
// item twice.
//
// Theorem 3.1 asks for B(P-1) + L + (k-1) - k* steps (machine.hpp: PrintedBound). This is too high
// for some k <= k*: a broadcast with P = 3, L = 5, k = 2 needs 8 steps, not 9.
#include "schedules/logp/multi_sending.hpp"

#include <fmt/format.h>

#include "schedules/any/any.hpp"
#include "schedules/any/interrupt.hpp"
#include "schedules/any/sat.hpp"
#include "schedules/logp/machine.hpp"

namespace romcast {

Algorithm block_cyclic_broadcast();

namespace {

using namespace logp;

constexpr std::uint64_t kMostSends = 12000;  // limit of the send variables, over all times

struct Size {
  std::uint32_t processors, items, latency, steps;  // steps: T
  /// Number of times at which a send can begin.
  [[nodiscard]] std::uint32_t times() const { return steps - latency + 1; }
  [[nodiscard]] std::uint64_t sends() const {
    return std::uint64_t{times()} * processors * (processors - 1) * items;
  }
};

class Encoding {
 public:
  explicit Encoding(const Size& size)
      : size_(size), have_(std::size_t{size.processors} * size.items, 0) {
    for (std::uint32_t s = 0; s < size.times(); ++s) add_time(s);
    for (std::uint32_t t = size.times(); t <= size.steps; ++t) arrive(t);
    for (std::uint32_t q = 1; q < size.processors; ++q) {
      for (std::uint32_t i = 0; i < size.items; ++i) {
        formula_.clause({have(q, i)});
        formula_.at_most(1, received_[{q, i}]);
      }
    }
  }

  /// Demands that a send of the source at a time s < `sends` carries item s, and at time 0 goes to
  /// processor 1. (Theorem 3.2: in a schedule that meets the bound, the source sends distinct items
  /// at the times 0 .. k-k*-1.) With this demand the solver finds a schedule sooner, but a
  /// refutation proves nothing.
  void order_first(std::uint32_t sends) {
    for (const Send& send : sends_) {
      const bool other = send.item != send.time || (send.time == 0 && send.to != 1);
      if (send.from == 0 && send.time < sends && other) formula_.clause({-send.variable});
    }
  }
  /// Demands that the source sends each item at most once.
  void send_once() {
    std::vector<std::vector<int>> of_item(size_.items);
    for (const Send& send : sends_) {
      if (send.from == 0) of_item[send.item].push_back(send.variable);
    }
    for (const std::vector<int>& sends : of_item) formula_.at_most(1, sends);
  }
  /// Demands that the source sends fewer than `sends` distinct items at the times 0 .. sends-1, so
  /// that it idles or repeats an item.
  void repeat_in_first(std::uint32_t sends) {
    std::vector<int> sent(size_.items);
    for (int& variable : sent) variable = formula_.variable();
    for (const Send& send : sends_) {
      if (send.from == 0 && send.time < sends) formula_.clause({-send.variable, sent[send.item]});
    }
    formula_.at_most(sends - 1, sent);
  }

  [[nodiscard]] const any::Formula& formula() const { return formula_; }
  [[nodiscard]] std::vector<Hop> hops(const std::vector<bool>& values, NodeId source) const {
    const auto actual = [&](std::uint32_t p) { return (p + source) % size_.processors; };
    std::vector<Hop> hops;
    for (const Send& send : sends_) {
      if (!values[static_cast<std::size_t>(send.variable)]) continue;
      hops.push_back({send.time + 1, actual(send.from), send.item, actual(send.to)});
    }
    return hops;
  }

 private:
  struct Send {
    std::uint32_t time, from, to, item;
    int variable;
  };
  // The variable have(p, i, t) for the latest t; 0 for the source, and while p cannot have item i.
  int& have(std::uint32_t p, std::uint32_t i) { return have_[p * size_.items + i]; }

  // A processor has an item at time t only if it had the item before, or if a send of time t-L
  // brings the item.
  void arrive(std::uint32_t t) {
    if (t < size_.latency) return;
    for (std::uint32_t q = 1; q < size_.processors; ++q) {
      for (std::uint32_t i = 0; i < size_.items; ++i) {
        std::vector<int> reasons = arriving_[{t, q, i}];
        if (have(q, i) != 0) reasons.push_back(have(q, i));
        have(q, i) = formula_.variable();
        reasons.push_back(-have(q, i));
        formula_.clause(reasons);
      }
    }
  }
  void add_time(std::uint32_t s) {
    arrive(s);
    std::vector<std::vector<int>> to(size_.processors);
    for (std::uint32_t p = 0; p < size_.processors; ++p) {
      std::vector<int> from;
      for (std::uint32_t i = 0; i < size_.items; ++i) {
        if (p > 0 && have(p, i) == 0) continue;
        for (std::uint32_t q = 1; q < size_.processors; ++q) {
          if (p == q) continue;
          const int send = formula_.variable();
          if (p > 0) formula_.clause({-send, have(p, i)});
          sends_.push_back({s, p, q, i, send});
          from.push_back(send);
          to[q].push_back(send);
          received_[{q, i}].push_back(send);
          arriving_[{s + size_.latency, q, i}].push_back(send);
        }
      }
      formula_.at_most(1, from);
    }
    for (const std::vector<int>& all : to) formula_.at_most(1, all);
  }

  Size size_;
  any::Formula formula_;
  std::vector<int> have_;
  std::vector<Send> sends_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<int>> received_;  // by q, i
  std::map<std::array<std::uint32_t, 3>, std::vector<int>> arriving_;             // by t, q, i
};

Size size_of(const Problem& problem, std::uint64_t steps) {
  return {static_cast<std::uint32_t>(problem.collective.processors()),
          problem.collective.messages(), problem.timing.latency, static_cast<std::uint32_t>(steps)};
}

std::uint64_t bound_of(const Problem& problem) {
  return fewest_cycles(machine_of(problem), problem.collective.messages());
}

std::string multi_sending_refusal(const Problem& problem) {
  const Machine machine = machine_of(problem);
  if (!machine.postal()) return "it is for overhead 0 and gap 1; use `algorithm` block-cyclic";
  if (machine.processors < 2) return "";
  if (const std::uint64_t bound = bound_of(problem);
      bound > kMostSends || size_of(problem, bound).sends() > kMostSends) {
    return fmt::format(
        "it looks through all schedules, of machines with at most {} possible sends; use "
        "`algorithm` block-cyclic",
        kMostSends);
  }
  return "";
}

bool once(const Problem& problem) {
  const auto given = problem.options.find("once");
  return given != problem.options.end() && given->second == "on";
}

Plan multi_sending_plan(const Problem& problem) {
  const any::Deadline deadline(any::seconds_of(problem));
  const any::Interruptible interruptible;
  const std::uint64_t bound = bound_of(problem);
  const auto go_on = [&] { return !deadline.over() && !any::Interruptible::interrupted(); };
  const std::uint32_t items = problem.collective.messages();
  const auto endgame =
      static_cast<std::uint32_t>(printed_bound(machine_of(problem), items).endgame);
  std::uint32_t ordered = items > endgame && !once(problem) ? items - endgame : 0;
  for (std::uint64_t steps = bound;;) {
    Encoding encoding(size_of(problem, steps));
    encoding.order_first(ordered);
    if (once(problem)) encoding.send_once();
    const any::Solution solution = any::solve(encoding.formula(), go_on);
    if (solution.answer == any::Answer::refuted) {
      if (ordered == 0) ++steps;
      ordered = 0;
      continue;
    }
    Plan plan;
    if (solution.answer == any::Answer::satisfiable) {
      plan.open = stored_schedule(encoding.hops(solution.values, problem.collective.source()));
    } else {
      plan = block_cyclic_broadcast().build(problem);
      plan.note = "the search was ended before the optimum was known";
    }
    if (once(problem)) {  // a schedule with repetitions may be faster
      if (plan.note.empty()) {
        plan.note = fmt::format(
            "solver: no schedule whose source sends each item once takes fewer than {} cycles",
            steps);
      }
    } else if (steps > bound) {
      plan.proved_bound = steps;
      plan.proved_source = fmt::format("solver: CaDiCaL refutes {} steps", steps - 1);
      plan.proved_by_solver = true;
    }
    return plan;
  }
}

Theory multi_sending_theory(const Problem& problem) {
  Theory theory;
  add_broadcast_bound(problem, theory);
  return theory;
}

}  // namespace

std::optional<bool> logp::repeats_early(const Repetitions& asked,
                                        const std::function<bool()>& go_on) {
  Encoding encoding({asked.processors, asked.items, asked.latency, asked.steps});
  if (asked.first == 0) return false;
  encoding.repeat_in_first(asked.first);
  const any::Solution solution = any::solve(encoding.formula(), go_on);
  if (solution.answer == any::Answer::unknown) return std::nullopt;
  return solution.answer == any::Answer::satisfiable;
}

Algorithm multi_sending_broadcast() {
  Algorithm algorithm = logp_algorithm("multi-sending", CollectiveKind::broadcast);
  algorithm.summary = "k items in the fewest steps, by SAT; the source sends them repeatedly";
  algorithm.source = "Karp, Sahay, Santos & Schauser 1993, section 3; solver: CaDiCaL";
  algorithm.options = {any::seconds_option(),
                       {"once", {"off", "on"}, "the source sends each item once"}};
  algorithm.refusal = multi_sending_refusal;
  algorithm.build = multi_sending_plan;
  algorithm.predict = multi_sending_theory;
  return algorithm;
}

}  // namespace romcast
