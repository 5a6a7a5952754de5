// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/contributions.hpp"

#include <algorithm>

namespace romcast {

std::uint64_t Contributions::size() const {
  std::uint64_t sum = 0;
  for (const Range& range : ranges_) sum += range.end - range.first;
  return sum;
}

bool Contributions::contains(NodeId processor) const {
  const auto after = std::ranges::upper_bound(ranges_, processor, {}, &Range::first);
  return after != ranges_.begin() && processor < std::prev(after)->end;
}

Contributions Contributions::without(NodeId processor) const {
  Contributions result;
  for (const Range& range : ranges_) {
    if (processor < range.first || processor >= range.end) {
      result.ranges_.push_back(range);
      continue;
    }
    if (range.first < processor) result.ranges_.push_back({range.first, processor});
    if (processor + 1 < range.end) result.ranges_.push_back({processor + 1, range.end});
  }
  return result;
}

NodeId Contributions::add(const Contributions& others) {
  NodeId twice = kNone;
  std::vector<Range> both;
  both.reserve(ranges_.size() + others.ranges_.size());
  std::ranges::merge(ranges_, others.ranges_, std::back_inserter(both), {}, &Range::first,
                     &Range::first);
  ranges_.clear();
  for (const Range& range : both) {
    if (ranges_.empty() || ranges_.back().end < range.first) {
      ranges_.push_back(range);
      continue;
    }
    if (range.first < ranges_.back().end) twice = std::min(twice, range.first);
    ranges_.back().end = std::max(ranges_.back().end, range.end);
  }
  return twice;
}

}  // namespace romcast
