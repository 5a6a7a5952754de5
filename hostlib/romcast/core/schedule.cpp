// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/schedule.hpp"

#include <algorithm>
#include <utility>

namespace romcast {
namespace {

class StoredSchedule final : public Schedule {
 public:
  explicit StoredSchedule(std::shared_ptr<const std::vector<Hop>> hops) : hops_(std::move(hops)) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    const auto& all = *hops_;
    while (at_ < all.size() && (hops.empty() || all[at_].cycle == hops.front().cycle)) {
      hops.push_back(all[at_++]);
    }
    return !hops.empty();
  }

 private:
  std::shared_ptr<const std::vector<Hop>> hops_;
  std::size_t at_ = 0;
};

}  // namespace

OpenSchedule stored_schedule(std::vector<Hop> hops) {
  std::ranges::stable_sort(hops, {}, &Hop::cycle);
  auto shared = std::make_shared<const std::vector<Hop>>(std::move(hops));
  return [shared] { return std::make_unique<StoredSchedule>(shared); };
}

std::vector<Hop> all_hops(const OpenSchedule& schedule) {
  std::vector<Hop> all, step;
  for (const auto pass = schedule(); pass->next(step);) {
    all.insert(all.end(), step.begin(), step.end());
  }
  return all;
}

}  // namespace romcast
