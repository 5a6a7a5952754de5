// SPDX-License-Identifier: Apache-2.0
#include "schedules/complete/complete.hpp"

#include <fmt/format.h>

#include <utility>

#include "romcast/core/error.hpp"

namespace romcast::complete {
namespace {

class RoundSchedule final : public Schedule {
 public:
  RoundSchedule(std::unique_ptr<Rounds> rounds, std::uint64_t count, NodeId source,
                NodeId processors)
      : rounds_(std::move(rounds)), count_(count), source_(source), processors_(processors) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    while (hops.empty() && round_ < count_) {
      Sends sends(hops, static_cast<Cycle>(round_ + 1), source_, processors_);
      rounds_->next(round_++, sends);
    }
    return !hops.empty();
  }

 private:
  std::unique_ptr<Rounds> rounds_;
  const std::uint64_t count_;
  const NodeId source_, processors_;
  std::uint64_t round_ = 0;
};

}  // namespace

Size size_of(const Problem& problem) {
  const Ports ports = problem.ports;
  return {.n = static_cast<std::uint32_t>(problem.collective.processors()),
          .m = problem.collective.messages(),
          .k = ports.kind == Ports::Kind::several ? ports.count : 1,
          .latency = problem.timing.latency};
}

Plan plan_of(const Problem& problem, std::uint64_t rounds, OpenRounds open) {
  if (rounds >= kNone) {
    throw InputError({"messages", problem.collective.messages()},
                     fmt::format("the broadcast takes {} cycles", rounds),
                     fmt::format("at most {} count", kNone - 1));
  }
  return {.open = [rounds, open = std::move(open), source = problem.collective.source(),
                   n = size_of(problem).n] {
    return std::make_unique<RoundSchedule>(open(), rounds, source, n);
  }};
}

AlgorithmOption continuous_option() {
  return {.name = "continuous",
          .values = {"off", "on"},
          .help = "tell how long one item takes, as if there were ever more"};
}

bool is_continuous(const Problem& problem) {
  const auto given = problem.options.find("continuous");
  return given != problem.options.end() && given->second == "on";
}

Algorithm broadcast_algorithm(const char* name, std::vector<Ports::Kind> ports) {
  return {.name = name,
          .network = "complete",
          .collective = CollectiveKind::broadcast,
          .ports = std::move(ports),
          .default_control = Control::rule};
}

}  // namespace romcast::complete
