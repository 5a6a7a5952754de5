// SPDX-License-Identifier: Apache-2.0
// Rounds of broadcasts in fully connected networks, computed by the oracle.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/oracle/complete_oracle.hpp"

namespace romcast::test {

/// Computes the rounds of every algorithm without romcast's code; caches slow results.
class CompleteRounds {
 public:
  using Job = oracle::complete::Job;
  using Range = oracle::complete::Range;

  /// Fewest and most rounds; equal if the papers leave no choice. `degree` is the option --degree,
  /// 0 if not given. Throws std::out_of_range for an unknown algorithm.
  [[nodiscard]] Range of(const std::string& algorithm, const Job& job, unsigned degree = 0);
  /// Names of the algorithms that `of` accepts.
  [[nodiscard]] static std::set<std::string> algorithms();

 private:
  Range best_chain(const Job& job);

  std::map<unsigned, std::vector<unsigned>> delays_{};  // [ports][processors]
};

}  // namespace romcast::test
