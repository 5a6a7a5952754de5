// SPDX-License-Identifier: Apache-2.0
// Scatter and gather without detours: the root sends M messages to each other processor (scatter),
// or each other processor sends M messages to the root (gather), in turn and as fast as one port
// allows. No schedule is faster: the root must send, or receive, M(P-1) messages, max(g,o) apart,
// and the last message takes L + 2o.
#include <fmt/format.h>

#include "schedules/logp/machine.hpp"

namespace romcast {
namespace {

using namespace logp;

std::uint64_t time_of(const Problem& problem) {
  const Machine machine = machine_of(problem);
  const std::uint64_t sends = (machine.processors - 1) * problem.collective.messages();
  return machine.reach() + (sends - 1) * machine.spacing();
}

// Turn i = 0, 1, .. is a hop between the root and processor (root + 1 + i mod (P-1)) mod P.
class TurnSchedule final : public Schedule {
 public:
  explicit TurnSchedule(const Problem& problem)
      : collective_(problem.collective),
        spacing_(machine_of(problem).spacing()),
        others_(static_cast<NodeId>(collective_.processors() - 1)) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    const std::uint32_t each = collective_.messages();
    if (turn_ == others_ * std::uint64_t{each}) return false;
    const NodeId root = collective_.source();
    const auto other = static_cast<NodeId>((root + 1 + turn_ % others_) % (others_ + 1));
    const auto message = static_cast<MessageId>(other * each + turn_ / others_);
    const auto cycle = static_cast<Cycle>(turn_ * spacing_ + 1);
    const bool out = collective_.kind() == CollectiveKind::scatter;
    hops.push_back({cycle, out ? root : other, message, out ? other : root});
    ++turn_;
    return true;
  }

 private:
  Collective collective_;
  std::uint64_t spacing_;
  NodeId others_;
  std::uint64_t turn_ = 0;
};

Algorithm direct(CollectiveKind kind, const char* summary) {
  Algorithm algorithm = logp_algorithm("direct", kind);
  algorithm.summary = summary;
  algorithm.source = "the bound itself: the root's port is never idle";
  algorithm.build = [](const Problem& problem) {
    check_cycles(time_of(problem), problem);
    return Plan{.open = [problem] { return std::make_unique<TurnSchedule>(problem); }};
  };
  algorithm.predict = [](const Problem& problem) {
    const bool wide = problem.timing.gap >= problem.timing.overhead;
    const std::string formula = fmt::format("L + 2o + (M(P-1)-1){}", wide ? "g" : "o, as o > g");
    return Theory{.formula_cycles = time_of(problem),
                  .formula_source = formula,
                  .lower_bound = time_of(problem),
                  .lower_bound_source = formula + ": the root has one port"};
  };
  return algorithm;
}

}  // namespace

Algorithm direct_scatter() {
  return direct(CollectiveKind::scatter, "the root sends to all in turn; the bound");
}
Algorithm direct_gather() {
  return direct(CollectiveKind::gather, "all send to the root in turn; the bound");
}

}  // namespace romcast
