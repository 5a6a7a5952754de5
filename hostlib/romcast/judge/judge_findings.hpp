// SPDX-License-Identifier: Apache-2.0
// What a judge has found so far: the verdict in the making. Shared by the judges of all machines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "romcast/judge/judge.hpp"

namespace romcast {

class Findings {
 public:
  /// Violations that are described; the others are only counted.
  static constexpr std::size_t kDescribed = 1000;

  /// Describes a violation only as long as somebody will read it. `text()` makes the sentence.
  template <class Text>
  void report(Cycle cycle, ViolationKind kind, Text text) {
    if (++verdict_.violation_count <= kDescribed) {
      verdict_.violations.push_back({cycle, kind, text()});
    }
  }
  /// Counts violations that nobody will read.
  void count(std::uint64_t violations) { verdict_.violation_count += violations; }

  [[nodiscard]] Verdict& verdict() { return verdict_; }
  /// The verdict with its violations in order; once.
  [[nodiscard]] Verdict take() {
    auto& all = verdict_.violations;
    std::ranges::stable_sort(all, {}, &Violation::cycle);
    if (all.size() > kDescribed) all.resize(kDescribed);
    return std::move(verdict_);
  }

 private:
  Verdict verdict_;
};

}  // namespace romcast
