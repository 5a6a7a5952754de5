// SPDX-License-Identifier: Apache-2.0
// Rounds of broadcasts in fully connected networks, as the oracle has them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/oracle/complete_oracle.hpp"

namespace romcast::test {

/// Rounds by an oracle of its own for every algorithm; remembers what takes long to find out.
class CompleteRounds {
 public:
  using Job = oracle::complete::Job;
  using Range = oracle::complete::Range;

  /// Fewest and most rounds; the same where the papers leave no choice. `degree` is the option
  /// --degree, 0 if not given. Throws std::out_of_range for an algorithm it does not know.
  [[nodiscard]] Range of(const std::string& algorithm, const Job& job, unsigned degree = 0);
  /// Names of the algorithms that it knows.
  [[nodiscard]] static std::set<std::string> algorithms();

 private:
  Range best_chain(const Job& job);

  std::map<unsigned, std::vector<unsigned>> delays_{};  // [ports][processors]
};

}  // namespace romcast::test
