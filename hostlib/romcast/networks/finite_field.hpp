// SPDX-License-Identifier: Apache-2.0
// The finite field of q elements, q a prime power.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace romcast {

/// Elements are numbered 0..q-1: the digits of a number to the base p are the coefficients of a
/// polynomial over the integers modulo p.
class FiniteField {
 public:
  using Element = std::uint32_t;
  /// nullopt if q is no prime power p^k with k >= 1.
  static std::optional<FiniteField> of(std::uint32_t q);

  [[nodiscard]] std::uint32_t order() const { return q_; }
  [[nodiscard]] Element add(Element a, Element b) const;
  [[nodiscard]] Element multiply(Element a, Element b) const;
  /// The given power of one fixed primitive element (its powers are all elements but 0).
  [[nodiscard]] Element power(std::uint32_t exponent) const { return powers_[exponent % (q_ - 1)]; }

 private:
  FiniteField(std::uint32_t p, std::uint32_t degree);
  [[nodiscard]] bool fill(std::uint32_t reduction);

  std::uint32_t p_, q_ = 1;
  std::vector<Element> powers_;      // by exponent
  std::vector<std::uint32_t> logs_;  // exponent of each element; unused for element 0
};

}  // namespace romcast
