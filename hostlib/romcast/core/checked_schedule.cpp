// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {
namespace {

class CheckedSchedule final : public Schedule {
 public:
  CheckedSchedule(const Topology& network, std::unique_ptr<Schedule> schedule)
      : network_(network),
        schedule_(std::move(schedule)),
        links_(network.links()),
        crossbar_(network.crossbar()) {
    if (!schedule_) throw InputError("a schedule: opening it gives none");
  }

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    if (!schedule_->next(hops)) return false;
    if (hops.empty()) throw InputError(fmt::format("after cycle {}: a cycle without hops", last_));
    const Cycle cycle = hops.front().cycle;
    if (cycle <= last_) {
      throw InputError(
          fmt::format("cycle {}: it follows cycle {}; cycles ascend, from 1 on", cycle, last_));
    }
    for (const Hop& hop : hops) {
      const bool plain = !crossbar_ && !hop.computes() && hop.link < links_;
      if (!plain || hop.cycle != cycle) check(hop, cycle);
    }
    last_ = cycle;
    return true;
  }

 private:
  void check(const Hop& hop, Cycle cycle) const {
    if (hop.cycle != cycle) {
      throw InputError(fmt::format("cycle {}: a hop of cycle {} among its own", cycle, hop.cycle));
    }
    if (hop.computes() && hop.link < network_.processors()) return;
    if (hop.computes() || hop.link >= links_) {
      throw InputError(fmt::format("cycle {}: {} {}: there are {}, numbered from 0", cycle,
                                   hop.computes() ? "processor" : "link", hop.link,
                                   hop.computes() ? network_.processors() : links_));
    }
    if (!crossbar_ || hop.starts() || hop.to < network_.nodes()) return;
    throw InputError(
        fmt::format("cycle {}: a hop of processor {} to {}: there are {} processors, "
                    "numbered from 0",
                    cycle, hop.link, hop.to, network_.processors()));
  }

  const Topology& network_;
  const std::unique_ptr<Schedule> schedule_;
  const std::size_t links_;
  const bool crossbar_;
  Cycle last_ = 0;
};

}  // namespace

OpenSchedule checked_schedule(const Topology& network, OpenSchedule schedule) {
  if (!schedule) throw InputError("a schedule: nothing opens it");
  return [&network, schedule = std::move(schedule)]() -> std::unique_ptr<Schedule> {
    return std::make_unique<CheckedSchedule>(network, schedule());
  };
}

}  // namespace romcast
