// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/pace.hpp"

namespace romcast::logp {
namespace {

bool legal(const Machine& machine, std::uint64_t pace) {
  if (machine.overhead() == 0) return true;
  const std::uint64_t phase = (machine.latency() + machine.overhead()) % pace;
  return phase >= machine.overhead() && phase + machine.overhead() <= pace;
}

class Stretched final : public Schedule {
 public:
  Stretched(std::unique_ptr<Schedule> schedule, std::uint64_t pace)
      : schedule_(std::move(schedule)), pace_(pace) {}
  bool next(std::vector<Hop>& hops) override {
    if (!schedule_->next(hops)) return false;
    for (Hop& hop : hops) hop.cycle = static_cast<Cycle>((hop.cycle - 1) * pace_ + 1);
    return true;
  }

 private:
  std::unique_ptr<Schedule> schedule_;
  std::uint64_t pace_;
};

}  // namespace

std::vector<Pace> paces(const Machine& machine) {
  std::vector<Pace> result;
  const std::uint64_t least = std::max(machine.spacing(), 2 * machine.overhead());
  const std::uint64_t reach = machine.reach();
  const auto add = [&](std::uint64_t pace) {
    while (!legal(machine, pace)) ++pace;
    const auto latency = static_cast<std::uint32_t>((reach + pace - 1) / pace);
    if (result.empty() || latency > result.back().latency) result.push_back({pace, latency});
  };
  for (std::uint32_t latency = 1; latency <= kMostLatency; ++latency) {
    add(std::max(least, (reach + latency - 1) / latency));
  }
  add(least);
  return result;
}

OpenSchedule at_pace(OpenSchedule open, std::uint64_t pace) {
  if (pace == 1) return open;
  return [open = std::move(open), pace] { return std::make_unique<Stretched>(open(), pace); };
}

}  // namespace romcast::logp
