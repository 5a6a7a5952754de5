// SPDX-License-Identifier: Apache-2.0
// Summation of N operands (KSSS, section 5): the reverse of the optimal broadcast tree of a machine
// with latency L+1 and gap max(g,o+1). In a run of T cycles, a processor that the broadcast reaches
// at time d sends its sum at S = T-d. Before that it receives its children's sums, the last one
// just in time. It is busy with a sum for the o cycles of the reception and one cycle in which it
// adds the sum; in all other cycles it adds own operands.
//
// Lemma 5.1, for the number n of operands in a given time, is printed as n = sum S_i - oP + 1;
// correct is n = sum S_i - o(P-1) + 1, because the proof adds up (S_i - (o+1)k_i + 1), and the
// numbers k_i of receptions add up to P-1. Processors with S_i <= o add nothing and are left
// out. With g <= o, receptions o+1 apart are legal, but not always optimal.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "romcast/core/wording.hpp"
#include "schedules/logp/tree.hpp"

namespace romcast {
namespace {

using namespace logp;

Machine backwards(const Machine& machine) {
  Machine result = machine;
  ++result.timing.latency;
  result.timing.gap = std::max(machine.timing.gap, machine.timing.overhead + 1);
  return result;
}

/// The number of operands that can be added in a given time, in cycles.
class Operands {
 public:
  Operands(const Machine& machine, const Machine& tree)
      : overhead_(machine.overhead()), reach_(tree.reach()), tree_(tree) {}

  /// Number of processors that add at least one operand.
  [[nodiscard]] std::uint64_t processors(std::uint64_t time) const {
    std::uint64_t count = 1;
    for (const Tree::Wave& wave : tree_.waves()) {
      if (wave.time + reach_ + overhead_ < time) count += wave.count;
    }
    return count;
  }
  [[nodiscard]] std::uint64_t within(std::uint64_t time) const {
    std::uint64_t operands = time + 1;
    for (const Tree::Wave& wave : tree_.waves()) {
      if (wave.time + reach_ + overhead_ >= time) break;
      operands += wave.count * (time - wave.time - reach_ - overhead_);
    }
    return operands;
  }
  /// Least time for a number of operands.
  [[nodiscard]] std::uint64_t time_for(std::uint64_t operands) const {
    std::uint64_t least = 0, most = operands - 1;
    while (least < most) {
      const std::uint64_t middle = (least + most) / 2;
      if (within(middle) >= operands) {
        most = middle;
      } else {
        least = middle + 1;
      }
    }
    return least;
  }

 private:
  std::uint64_t overhead_, reach_;
  Tree tree_;
};

Operands operands_of(const Machine& machine) { return {machine, backwards(machine)}; }

// Upper bound of the operands: the machine adds at most as many as one whose receptions may be
// max(g,o) apart.
Operands most_operands(const Machine& machine) {
  Machine tree = machine;
  ++tree.timing.latency;
  return {machine, tree};
}

/// The processors that take part, and the number of operands that each adds first.
struct Summation {
  Summation(const Machine& given, std::uint64_t operands)
      : machine(given), time(operands_of(given).time_for(operands)), tree(used()) {
    const Parents parents(tree);
    number = in_order(parents);
    // A processor adds own operands until the first sum arrives, from the child that the broadcast
    // reaches last. A processor without children adds own operands until it sends its sum.
    first.resize(tree.nodes());
    first[0] = time;
    for (std::uint32_t v = 1; v < tree.nodes(); ++v) {
      first[v] = sent(parents.sent[v]);
      first[parents.parent[v]] = first[v] + machine.overhead() + machine.latency();
    }
    std::uint64_t spare = operands_of(machine).within(time) - operands;
    for (std::uint32_t v = 0; spare > 0; ++v, --spare) --first[v];
  }
  // In the broadcast, parents send to children at time `wave`. Returns the time at which these
  // children send their sums.
  [[nodiscard]] std::uint64_t sent(std::uint64_t wave) const {
    return added(wave) - machine.reach() - 1;
  }
  // Returns the time at which these parents have added the children's sums.
  [[nodiscard]] std::uint64_t added(std::uint64_t wave) const { return time - wave; }
  /// The number of own operands that a processor adds between two receptions.
  [[nodiscard]] std::uint64_t between() const {
    return backwards(machine).spacing() - machine.overhead() - 1;
  }

  Machine machine;
  std::uint64_t time;
  Tree tree;
  std::vector<NodeId> number;
  std::vector<std::uint64_t> first;

 private:
  [[nodiscard]] Tree used() const {
    Machine users = backwards(machine);
    users.processors = operands_of(machine).processors(time);
    return Tree(users);
  }
};

class SummationSchedule final : public Schedule {
 public:
  SummationSchedule(std::shared_ptr<const Summation> summation, NodeId sink)
      : summation_(std::move(summation)),
        sink_(sink),
        to_send_(summation_->tree.waves().size()),
        to_add_(to_send_) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    if (!begun_) begin(hops);
    while (hops.empty() && (to_send_ > 0 || to_add_ > 0)) {
      const std::uint64_t sends = to_send_ > 0 ? summation_->sent(wave(to_send_).time) : kNever;
      const std::uint64_t adds = to_add_ > 0 ? summation_->added(wave(to_add_).time) : kNever;
      const std::uint64_t now = std::min(sends, adds);
      if (sends == now) send(now, hops);
      if (adds == now) add(now, hops);
    }
    return !hops.empty();
  }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  [[nodiscard]] const Tree::Wave& wave(std::size_t left) const {
    return summation_->tree.waves()[left - 1];
  }
  [[nodiscard]] NodeId actual(std::uint32_t node) const {
    return static_cast<NodeId>((std::uint64_t{summation_->number[node]} + sink_) %
                               summation_->machine.processors);
  }
  static Cycle cycle(std::uint64_t time) { return static_cast<Cycle>(time + 1); }

  void begin(std::vector<Hop>& hops) {
    begun_ = true;
    for (std::uint32_t v = 0; v < summation_->tree.nodes(); ++v) {
      const auto count = static_cast<NodeId>(summation_->first[v]);
      if (count > 0) hops.push_back(Hop::computation(1, actual(v), count));
    }
  }
  void send(std::uint64_t now, std::vector<Hop>& hops) {
    summation_->tree.visit(wave(to_send_--), [&](std::uint32_t parent, std::uint32_t child) {
      hops.push_back({cycle(now), actual(child), 0, actual(parent)});
    });
  }
  // Own operands follow each reception but a processor's last one, which comes from the child that
  // the broadcast reached first.
  void add(std::uint64_t now, std::vector<Hop>& hops) {
    const Tree::Wave& added = wave(to_add_--);
    const auto count = static_cast<NodeId>(summation_->between());
    if (count == 0) return;
    summation_->tree.visit(added, [&](std::uint32_t parent, std::uint32_t) {
      if (summation_->tree.label(parent) == added.time) return;
      hops.push_back(Hop::computation(cycle(now), actual(parent), count));
    });
  }

  std::shared_ptr<const Summation> summation_;
  NodeId sink_;
  bool begun_ = false;
  std::size_t to_send_, to_add_;  // numbers of waves yet to be sent, to be added
};

Plan summation_plan(const Problem& problem) {
  const auto summation =
      std::make_shared<const Summation>(machine_of(problem), problem.collective.messages());
  check_cycles(summation->time, problem);
  return {.open = [summation, sink = problem.collective.source()] {
    return std::make_unique<SummationSchedule>(summation, sink);
  }};
}

// The statements of section 5 that are wrong for this machine and time, as one text, empty if there
// are none. Only the misprint in Lemma 5.1 changes the time.
std::string erratum_of(const Machine& machine, const Operands& operands, std::uint64_t time) {
  std::vector<std::string> errata;
  if (const std::uint64_t o = machine.overhead(); o > 0) {
    const std::uint64_t most = operands.within(time);
    errata.push_back(
        fmt::format("Lemma 5.1 is printed with oP instead of o(P-1): {} in {}, o too few",
                    counted(most - std::min(most, o), "operand"), counted(time, "cycle")));
  }
  if (machine.timing.gap < machine.timing.overhead + 1) {
    errata.emplace_back(
        "with g < o+1 there are no g-o-1 inputs between two receptions: they are o+1 apart");
  }
  if (const std::uint64_t used = operands.processors(time); used < machine.processors) {
    errata.push_back(
        fmt::format("section 5 reverses a tree of all P processors; in so short a time only {} can "
                    "add anything before they send",
                    used));
  }
  return fmt::format("{}", fmt::join(errata, "; "));
}

Theory summation_theory(const Problem& problem) {
  const Machine machine = machine_of(problem);
  const std::uint64_t count = problem.collective.messages();
  const Operands operands = operands_of(machine);
  const std::uint64_t time = operands.time_for(count);
  Theory theory{.formula_cycles = time,
                .formula_source = fmt::format(
                    "{}, Lemma 5.1 corrected: n = sum S_i - o(P-1) + 1 = {} in {} on {}", kPaper,
                    counted(operands.within(time), "operand"), counted(time, "cycle"),
                    counted(operands.processors(time), "processor")),
                .lower_bound = most_operands(machine).time_for(count),
                .lower_bound_source = fmt::format(
                    "{}, section 5: the optimal broadcast of latency L+1 backwards", kPaper)};
  theory.erratum = erratum_of(machine, operands, time);
  const std::uint64_t printed = operands.time_for(count + machine.overhead());
  if (printed != time) theory.paper_cycles = printed;
  return theory;
}

}  // namespace

Algorithm summation_tree() {
  Algorithm algorithm = logp_algorithm("summation-tree", CollectiveKind::summation);
  algorithm.summary = "the optimal broadcast tree of latency L+1 backwards; all add all the time";
  algorithm.source = "Karp, Sahay, Santos & Schauser 1993, section 5";
  algorithm.paper = true;
  algorithm.build = summation_plan;
  algorithm.operands_in = [](const Problem& problem, Cycle time) {
    return operands_of(machine_of(problem)).within(time);
  };
  algorithm.predict = summation_theory;
  return algorithm;
}

}  // namespace romcast
