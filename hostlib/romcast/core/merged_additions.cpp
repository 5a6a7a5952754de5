// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/merged_additions.hpp"

namespace romcast {
namespace {

// The first cycle after an addition; 64 bits, because it may exceed a Cycle.
std::uint64_t end_of(const Hop& addition) { return std::uint64_t{addition.cycle} + addition.to; }

}  // namespace

void MergedAdditions::take(std::span<const Hop> hops, std::vector<Hop>& ready) {
  for (const Hop& hop : hops) {
    if (hop.computes()) {
      const auto [found, first] = last_addition_.try_emplace(hop.link, released_ + held_.size());
      if (!first && found->second >= released_) {
        Hop& before = held_[found->second - released_];
        if (end_of(before) == hop.cycle) {
          before.to += hop.to;
          continue;
        }
      }
      found->second = released_ + held_.size();
    }
    held_.push_back(hop);
  }
  ready.clear();
  const Cycle now = hops.empty() ? 0 : hops.back().cycle;
  while (!held_.empty() && (!held_.front().computes() || end_of(held_.front()) < now)) {
    ready.push_back(held_.front());
    held_.pop_front();
    ++released_;
  }
}

void MergedAdditions::finish(std::vector<Hop>& ready) {
  ready.assign(held_.begin(), held_.end());
  released_ += held_.size();
  held_.clear();
}

}  // namespace romcast
