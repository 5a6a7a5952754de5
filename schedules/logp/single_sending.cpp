// SPDX-License-Identifier: Apache-2.0
// Single-sending broadcast as KSSS sketch it for Theorem 3.7, for odd L and P-1 = f_t: items go
// down the first t-L steps of optimal trees, at whose nodes blocks of r processors take turns. In
// an endgame each item goes to the rest of each block, from the processor of the block that has the
// item or from another block. The broadcast of k items takes B(P-1) + 2L + k - 2 cycles;
// block-cyclic schedules need no endgame.
//
// If item i (from 1 on) comes to a block of r processors at time t+i-r, the block's other
// processors get it at times t+i+m (m = 0 .. r-2). The constants that are printed for the orders of
// reception of case 2 hold only for r = L+2 (odd) and r = L+3 (even): correct are "t+i+r-2" and
// "t+i+r-3" instead of "t+i+L" and "t+i+L-1" in (d)i, and "t+i+r-3" instead of "t+i+L" in (d)ii C.
// The correct (c)i begins with p_floor(r/2), p_ceil(r/2), p_r, p_1.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "romcast/core/error.hpp"
#include "schedules/logp/endgame.hpp"

namespace romcast {
namespace {

using namespace logp;

class EndgameSchedule final : public Schedule {
 public:
  EndgameSchedule(std::shared_ptr<const Endgame> endgame, NodeId source, NodeId processors)
      : endgame_(std::move(endgame)), source_(source), processors_(processors) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    while (hops.empty() && step_ < endgame_->steps()) {
      for (const Endgame::Link& link : endgame_->links()) {
        if (link.lag + std::uint64_t{link.first} > step_ ||
            link.lag + std::uint64_t{link.last} < step_) {
          continue;
        }
        const auto item = static_cast<std::uint32_t>(step_ - link.lag);
        hops.push_back({static_cast<Cycle>(step_ + 1), actual(link.from + item % link.from_size),
                        item, actual(link.to + endgame_->member(link, item))});
      }
      ++step_;
    }
    return !hops.empty();
  }

 private:
  [[nodiscard]] NodeId actual(NodeId processor) const {
    return static_cast<NodeId>((std::uint64_t{processor} + source_) % processors_);
  }
  std::shared_ptr<const Endgame> endgame_;
  NodeId source_, processors_;
  std::uint64_t step_ = 0;
};

std::optional<Endgame> endgame_of(const Problem& problem) {
  const Machine machine = machine_of(problem);
  if (!machine.postal() || machine.latency() % 2 == 0) return std::nullopt;
  return Endgame::make(machine.timing.latency, machine.processors - 1,
                       problem.collective.messages());
}

std::string single_sending_refusal(const Problem& problem) {
  if (endgame_of(problem)) return "";
  return "Theorem 3.7 is sketched for overhead 0, gap 1, odd latency L and P-1 = P(t), t >= 3L-1, "
         "only; use `algorithm` block-cyclic";
}

Plan single_sending_plan(const Problem& problem) {
  const auto endgame = std::make_shared<const Endgame>(*endgame_of(problem));
  check_cycles(endgame->steps() + problem.timing.latency, problem);
  return {.open = [endgame, source = problem.collective.source(),
                   processors = static_cast<NodeId>(problem.collective.processors())] {
    return std::make_unique<EndgameSchedule>(endgame, source, processors);
  }};
}

// Whether there is a block of r = L+4 .. 2L-1 processors, for which the printed constants are
// wrong: the printed constants are those of r = L+2 and L+3. Blocks other than the root's have up
// to t-2L+1 processors, where t = B(P-1).
bool has_block_that_collides(const Machine& machine) {
  Machine receivers = machine;
  --receivers.processors;
  const std::uint64_t latency = machine.latency();
  return latency + 4 < 2 * latency && broadcast_time(receivers) + 1 >= 3 * latency + 4;
}

Theory single_sending_theory(const Problem& problem) {
  Theory theory;
  add_broadcast_bound(problem, theory);
  const Machine machine = machine_of(problem);
  Machine receivers = machine;
  --receivers.processors;
  theory.formula_cycles = broadcast_time(receivers) + 2 * machine.latency() +
                          problem.collective.messages() - std::uint64_t{2};
  theory.formula_source = fmt::format("{}, Theorem 3.7: B(P-1) + 2L + k - 2", kPaper);
  if (has_block_that_collides(machine)) {
    if (!theory.erratum.empty()) theory.erratum += "; ";
    theory.erratum +=
        "case 2 of the proof is printed with constants that collide for r > L+3: (d)i must have "
        "t+i+r-2 and t+i+r-3 instead of t+i+L and t+i+L-1, (d)ii C t+i+r-3 instead of t+i+L; and "
        "(c)i begins with p_floor(r/2), p_ceil(r/2), p_r, p_1";
  }
  return theory;
}

}  // namespace

Algorithm single_sending_broadcast() {
  Algorithm algorithm = logp_algorithm("single-sending", CollectiveKind::broadcast);
  algorithm.summary =
      "optimal trees with an endgame of L-1 more steps, for odd L and P-1 = P(t); "
      "B(P-1) + 2L + k - 2";
  algorithm.source = "Karp, Sahay, Santos & Schauser 1993, Theorem 3.7, constants corrected";
  algorithm.paper = true;
  algorithm.refusal = single_sending_refusal;
  algorithm.build = single_sending_plan;
  algorithm.predict = single_sending_theory;
  return algorithm;
}

}  // namespace romcast
