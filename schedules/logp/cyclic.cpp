// SPDX-License-Identifier: Apache-2.0
// All-to-all exchange in cyclic order (KSSS, section 4.1): every processor i sends one message to
// each of i+1, i+2, .., i+P-1 modulo P, and does this k times, where k is the number of
// messages of a processor (allgather) or of a pair (alltoall). If the option `partners` is xor,
// processor i sends to i xor 1, i xor 2, .., i xor P-1 instead. Any P-1 permutations that together
// lead from each processor to all others would do as well.
//
// KSSS: sends at 0, g, 2g, .. take L + 2o + (k(P-1)-1)g, and no schedule is faster. But if d*g lies
// strictly between L and L+2o for an integer d, 0 < d < k(P-1), a processor's send overheads
// overlap its receive overheads. A schedule that meets the bound can send only at multiples of g,
// so then no schedule meets the bound, and the sends are spread (send_times.hpp).
#include <fmt/format.h>

#include <bit>

#include "romcast/core/wording.hpp"
#include "schedules/logp/send_times.hpp"

namespace romcast {
namespace {

using namespace logp;

std::uint64_t sends_of(const Problem& problem) {
  return (problem.collective.processors() - 1) * std::uint64_t{problem.collective.messages()};
}

class CyclicSchedule final : public Schedule {
 public:
  CyclicSchedule(const Collective& collective, const SendTimes& times, bool pairs)
      : collective_(collective),
        times_(times),
        pairs_(pairs),
        processors_(static_cast<NodeId>(collective.processors())),
        sends_((processors_ - 1) * std::uint64_t{collective.messages()}) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    if (send_ == sends_) return false;
    const auto cycle = static_cast<Cycle>(times_.at(send_) + 1);
    const auto item = static_cast<std::uint32_t>(send_ / (processors_ - 1));
    const auto skip = static_cast<NodeId>(1 + send_ % (processors_ - 1));
    for (NodeId from = 0; from < processors_; ++from) {
      const NodeId next = from < processors_ - skip ? from + skip : from + skip - processors_;
      const NodeId to = pairs_ ? from ^ skip : next;
      hops.push_back({cycle, from, message(from, to) + item, to});
    }
    ++send_;
    return true;
  }

 private:
  [[nodiscard]] MessageId message(NodeId from, NodeId to) const {
    const MessageId group =
        collective_.kind() == CollectiveKind::alltoall ? from * processors_ + to : from;
    return group * collective_.messages();
  }
  Collective collective_;
  SendTimes times_;
  bool pairs_;
  NodeId processors_;
  std::uint64_t sends_, send_ = 0;
};

bool in_pairs(const Problem& problem) {
  const auto given = problem.options.find("partners");
  return given != problem.options.end() && given->second == "xor";
}

Plan cyclic_plan(const Problem& problem) {
  const Machine machine = machine_of(problem);
  const SendTimes times = send_times(machine, sends_of(problem));
  check_cycles(times.at(sends_of(problem) - 1) + machine.reach(), problem);
  return {.open = [times, collective = problem.collective, pairs = in_pairs(problem)] {
    return std::make_unique<CyclicSchedule>(collective, times, pairs);
  }};
}

// The text that explains why the printed time is not reached; empty if it is reached.
std::string erratum_of(const Machine& machine, std::uint64_t sends) {
  const SendTimes times = send_times(machine, sends);
  std::string text;
  if (machine.timing.gap < machine.timing.overhead && sends > 1) {
    text = "with o > g a processor sends o apart, not g";
  }
  if (!overheads_collide(machine, sends)) return text;
  return fmt::format(
      "{}no schedule reaches L + 2o + (k(P-1)-1){}, as a multiple of {} between L and L+2o makes "
      "send and receive overheads of a processor collide; the best lockstep rotation found takes "
      "{} cycles, {}",
      text.empty() ? "" : text + ", and ", text.empty() ? "g" : "o", text.empty() ? "g" : "o",
      times.at(sends - 1) + machine.reach(),
      times.burst == sends
          ? fmt::format("with sends {} apart", times.spacing)
          : fmt::format("with bursts of {} every {}", counted(times.burst, "send"), times.period));
}

Theory cyclic_theory(const Problem& problem) {
  const Machine machine = machine_of(problem);
  const std::uint64_t sends = sends_of(problem);
  Theory theory;
  add_exchange_bound(problem, theory);
  theory.erratum = erratum_of(machine, sends);
  if (!theory.erratum.empty()) {
    theory.paper_cycles =
        machine.reach() + (sends - 1) * std::max<std::uint64_t>(machine.timing.gap, 1);
  }
  if (!overheads_collide(machine, sends)) {
    theory.formula_cycles = theory.lower_bound;
    theory.formula_source = theory.lower_bound_source;
  }
  return theory;
}

Algorithm cyclic(const char* name, CollectiveKind collective) {
  Algorithm algorithm = logp_algorithm(name, collective);
  algorithm.summary = "to the next, the next but one, ..; L + 2o + (k(P-1)-1)g where that can be";
  algorithm.source = "Karp, Sahay, Santos & Schauser 1993, section 4.1";
  algorithm.paper = true;
  algorithm.options = {
      {"partners", {"rotation", "xor"}, "to p+1, p+2, .. or to p xor 1, p xor 2, .."}};
  algorithm.refusal = [](const Problem& problem) {
    const std::size_t n = problem.collective.processors();
    return !in_pairs(problem) || std::has_single_bit(n)
               ? ""
               : fmt::format("`partners` xor: {} processors are no power of two", n);
  };
  algorithm.build = cyclic_plan;
  algorithm.predict = cyclic_theory;
  return algorithm;
}

}  // namespace

Algorithm cyclic_logp_allgather() { return cyclic("cyclic", CollectiveKind::allgather); }
Algorithm cyclic_logp_alltoall() { return cyclic("cyclic", CollectiveKind::alltoall); }

}  // namespace romcast
