// SPDX-License-Identifier: Apache-2.0
// Collects in a Verdict the violations that a judge finds; judges of all kinds use this class.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "romcast/judge/judge.hpp"

namespace romcast {

class Findings {
 public:
  /// Number of violations that are described; further ones are only counted.
  static constexpr std::size_t kDescribed = 1000;

  /// Counts a violation; stores its description `text()` only for the first kDescribed.
  template <class Text>
  void report(Cycle cycle, ViolationKind kind, Text text) {
    if (++verdict_.violation_count <= kDescribed) {
      verdict_.violations.push_back({cycle, kind, text()});
    }
  }
  /// Counts violations without describing them.
  void count(std::uint64_t violations) { verdict_.violation_count += violations; }

  [[nodiscard]] Verdict& verdict() { return verdict_; }
  /// Moves the verdict out, its violations sorted by cycle; call it once.
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
