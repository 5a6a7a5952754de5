// SPDX-License-Identifier: Apache-2.0
// Numbers with d digits 0..k as points of a cube, for the nice box, the clipped cube and, with
// k = 1, the hypercube. In each round the points on every line of one dimension exchange messages;
// the dimensions take turns.
#pragma once

#include <cstdint>

#include "schedules/complete/bounds.hpp"

namespace romcast::complete {

class Cube {
 public:
  Cube(std::uint32_t k, unsigned d) : k_(k), d_(d), size_(power(k + 1, d)) {}

  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// The point whose digit in `dimension` is 1 and whose other digits are 0.
  [[nodiscard]] NodeId unit(unsigned dimension) const {
    return static_cast<NodeId>(power(k_ + 1, dimension));
  }

  /// In round r the points on every line of dimension c = r mod d exchange messages. The digit in
  /// position b has the age (r-1-b) mod d. If i is the age of a point's oldest non-zero digit, and
  /// this digit is j+1, the point sends the message that entered the cube in round r-1-i as input
  /// j. If wanted(i, j), calls send(from, to, i, j) for each of these sends, also those to point 0.
  template <class Wanted, class Send>
  void exchange(std::uint64_t r, Wanted wanted, Send send) const {
    const auto c = static_cast<unsigned>(r % d_);
    // From position c on (cyclically), the ages of the positions fall from d-1.
    for (unsigned t = 0; t < d_; ++t) {
      for (std::uint32_t j = 0; j < k_; ++j) {
        if (wanted(d_ - 1 - t, j)) exchange_class(c, t, j, send);
      }
    }
  }

 private:
  // Sends from the points whose positions c .. c+t-1 hold 0 and whose position c+t holds j+1.
  template <class Send>
  void exchange_class(unsigned c, unsigned t, std::uint32_t j, Send send) const {
    const std::uint64_t base = k_ + 1, below = power(base, t), others = power(base, d_ - 1 - t);
    const std::uint64_t low = power(base, d_ - c), shift = power(base, c);
    for (std::uint64_t w = 0; w < others; ++w) {
      const std::uint64_t turned = (w * base + j + 1) * below;  // position p holds digit c+p
      const auto point = static_cast<NodeId>(turned % low * shift + turned / low);
      const std::uint32_t own = t == 0 ? j + 1 : 0;
      const auto zero = static_cast<NodeId>(point - own * shift);
      for (std::uint32_t x = 0; x <= k_; ++x) {
        if (x != own) send(point, static_cast<NodeId>(zero + x * shift), d_ - 1 - t, j);
      }
    }
  }

  std::uint32_t k_;
  unsigned d_;
  std::uint64_t size_;
};

}  // namespace romcast::complete
