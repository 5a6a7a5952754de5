// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/steps.hpp"

#include <fmt/format.h>

#include <bit>

#include "romcast/core/wording.hpp"
#include "schedules/logp/send_times.hpp"

namespace romcast::logp {
namespace {

// The beginning of each step and the times of its sends.
struct Times {
  std::vector<std::uint64_t> begins{};
  std::vector<SendTimes> sends{};
  std::uint64_t end = 0;

  Times(const Machine& machine, const Steps& steps) {
    std::uint64_t begin = 0;
    for (const std::uint64_t count : steps.sends) {
      begins.push_back(begin);
      sends.push_back(send_times(machine, count));
      const std::uint64_t last = begin + sends.back().at(count - 1);
      end = last + machine.reach();
      begin = last + std::max(machine.reach(), machine.spacing());
    }
  }
};

class StepSchedule final : public Schedule {
 public:
  StepSchedule(std::shared_ptr<const Steps> steps, std::shared_ptr<const Times> times,
               NodeId processors)
      : steps_(std::move(steps)), times_(std::move(times)), processors_(processors) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    for (; hops.empty() && step_ < steps_->sends.size(); advance()) {
      const auto cycle =
          static_cast<Cycle>(times_->begins[step_] + times_->sends[step_].at(k_) + 1);
      for (NodeId from = 0; from < processors_; ++from) {
        const StepSend send = steps_->send(step_, k_, from);
        if (send.to != kNone) hops.push_back({cycle, from, send.message, send.to});
      }
    }
    return !hops.empty();
  }

 private:
  void advance() {
    if (++k_ < steps_->sends[step_]) return;
    k_ = 0;
    ++step_;
  }

  std::shared_ptr<const Steps> steps_;
  std::shared_ptr<const Times> times_;
  NodeId processors_;
  std::size_t step_ = 0;
  std::uint64_t k_ = 0;
};

}  // namespace

Algorithm stepwise(const char* name, CollectiveKind collective,
                   std::function<Steps(const Problem&)> steps_of, const std::string& formula) {
  Algorithm algorithm = logp_algorithm(name, collective);
  algorithm.build = [steps_of](const Problem& problem) {
    const auto steps = std::make_shared<const Steps>(steps_of(problem));
    const auto times = std::make_shared<const Times>(machine_of(problem), *steps);
    check_cycles(times->end, problem);
    const auto n = static_cast<NodeId>(problem.collective.processors());
    return Plan{
        .open = [steps, times, n] { return std::make_unique<StepSchedule>(steps, times, n); },
        .note = counted(steps->sends.size(), "step")};
  };
  algorithm.predict = [steps_of, formula](const Problem& problem) {
    const Steps steps = steps_of(problem);
    const Machine machine = machine_of(problem);
    Theory theory{.formula_cycles = Times(machine, steps).end,
                  .formula_source =
                      fmt::format("{} of {} sends in all, each {} after the last send before it",
                                  counted(steps.sends.size(), "step"), formula,
                                  machine.spacing() > machine.reach() ? "g" : "L + 2o")};
    add_exchange_bound(problem, theory);
    return theory;
  };
  return algorithm;
}

unsigned doublings(std::uint64_t processors) {
  return static_cast<unsigned>(std::bit_width(processors - 1));
}

std::string refuse_other_than_powers_of_two(const Problem& problem) {
  const std::size_t n = problem.collective.processors();
  return std::has_single_bit(n)
             ? ""
             : fmt::format("{} processors are no power of two; use `algorithm` bruck", n);
}

}  // namespace romcast::logp
