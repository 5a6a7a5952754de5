// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/unit_additions.hpp"

#include <algorithm>

namespace romcast {
namespace {

class UnitAdditions final : public Schedule {
 public:
  explicit UnitAdditions(std::unique_ptr<Schedule> pass) : pass_(std::move(pass)) { read(); }

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    std::erase_if(adding_, [](const Hop& hop) { return hop.to == 0; });
    if (ended_ && adding_.empty()) return false;
    // Additions in progress continue in the next cycle. If there are none, cycles in which the
    // schedule has no hop are skipped.
    cycle_ = adding_.empty() ? coming_.front().cycle : cycle_ + 1;
    if (!ended_ && coming_.front().cycle == cycle_) {
      for (const Hop& hop : coming_) (hop.computes() ? adding_ : hops).push_back(hop);
      read();
    }
    for (Hop& hop : adding_) {
      if (hop.to == 0) continue;
      hops.push_back(Hop::computation(cycle_, hop.link, 1));
      --hop.to;
    }
    return !hops.empty() || next(hops);
  }

 private:
  void read() { ended_ = !pass_->next(coming_); }

  std::unique_ptr<Schedule> pass_;
  std::vector<Hop> coming_;
  bool ended_ = false;
  Cycle cycle_ = 0;
  std::vector<Hop> adding_;  // `to`: number of operands still to add
};

}  // namespace

OpenSchedule unit_additions(OpenSchedule schedule) {
  return [schedule = std::move(schedule)] { return std::make_unique<UnitAdditions>(schedule()); };
}

}  // namespace romcast
