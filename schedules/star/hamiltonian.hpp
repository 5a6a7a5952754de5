// SPDX-License-Identifier: Apache-2.0
// Words that lead through all nodes of S_n: a letter is a dimension 2..n, and from any node the
// hops along the letters, one after the other, visit every node once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace romcast::star {

/// Ehrlich's swaps (Knuth 4A, 7.2.1.2, Algorithm E), 2 <= n <= 16: an open word of n!-1 letters
/// from counters alone. Among n = 3..9 it closes into a ring for 3, 4 and 6 only.
class EhrlichSwaps {
 public:
  explicit EhrlichSwaps(unsigned n);
  /// The next letter; 0 at the end.
  unsigned next();

 private:
  unsigned n_;
  std::array<std::uint8_t, 16> dimension_{};  // b_k + 1 of Algorithm E, k = 1..n-1
  std::array<std::uint8_t, 17> count_{};      // c_k of Algorithm E
};

/// A closed word of n! letters, 2 <= n <= 9 (n = 2: there and back). The whole word leads back to
/// the node where it starts.
std::vector<std::uint8_t> closed_word(unsigned n);

}  // namespace romcast::star
