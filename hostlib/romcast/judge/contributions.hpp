// SPDX-License-Identifier: Apache-2.0
// A set of processors, kept as ranges: the processors whose values a combined value contains.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast {

class Contributions {
 public:
  /// Processors first .. end-1.
  struct Range {
    NodeId first = 0, end = 0;
    bool operator==(const Range&) const = default;
  };
  Contributions() = default;
  explicit Contributions(NodeId processor) : ranges_{{processor, processor + 1}} {}

  [[nodiscard]] bool empty() const { return ranges_.empty(); }
  /// True if the processors are consecutive, or the set is empty.
  [[nodiscard]] bool one_range() const { return ranges_.size() <= 1; }
  /// The ranges, ascending, with gaps between them.
  [[nodiscard]] const std::vector<Range>& ranges() const { return ranges_; }
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] bool contains(NodeId processor) const;
  /// A copy of the set without one processor.
  [[nodiscard]] Contributions without(NodeId processor) const;
  /// Adds a set; returns the smallest processor that is in both sets, or kNone.
  NodeId add(const Contributions& others);

 private:
  std::vector<Range> ranges_;
};

}  // namespace romcast
