// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/finite_field.hpp"

namespace romcast {

std::optional<FiniteField> FiniteField::of(std::uint32_t q) {
  if (q < 2) return std::nullopt;
  std::uint32_t p = 2;
  while (q % p != 0) ++p;
  std::uint32_t degree = 0;
  for (; q % p == 0; q /= p) ++degree;
  if (q != 1) return std::nullopt;
  return FiniteField(p, degree);
}

FiniteField::FiniteField(std::uint32_t p, std::uint32_t degree) : p_(p) {
  for (std::uint32_t i = 0; i < degree; ++i) q_ *= p;
  powers_.resize(q_ - 1);
  logs_.resize(q_);
  // For a prime q, `reduction` is a candidate for a primitive root. Otherwise `reduction` is the
  // number of the polynomial that replaces x^degree; some polynomial makes x a primitive element.
  for (std::uint32_t reduction = 1; reduction < q_ && !fill(reduction); ++reduction) {
  }
}

// Fills powers_ with the powers of `reduction` (prime q) or of x (other q), and logs_ with their
// exponents. Returns true if these powers are all elements but 0.
bool FiniteField::fill(std::uint32_t reduction) {
  const bool prime = p_ == q_;
  Element at = 1;
  for (std::uint32_t exponent = 0; exponent + 1 < q_; ++exponent) {
    if (at == 0 || (exponent > 0 && at == 1)) return false;
    powers_[exponent] = at;
    logs_[at] = exponent;
    if (prime) {
      at = static_cast<Element>(std::uint64_t{at} * reduction % p_);
      continue;
    }
    // Coefficient of x^(degree-1), which becomes x^degree.
    const std::uint32_t top = at / (q_ / p_);
    at = at % (q_ / p_) * p_;
    for (std::uint32_t i = 0; i < top; ++i) at = add(at, reduction);
  }
  return at == 1;
}

FiniteField::Element FiniteField::add(Element a, Element b) const {
  if (p_ == q_) return (a + b) % p_;
  Element sum = 0;
  for (std::uint32_t digit = 1; digit < q_; digit *= p_) {
    sum += (a / digit + b / digit) % p_ * digit;
  }
  return sum;
}

FiniteField::Element FiniteField::multiply(Element a, Element b) const {
  return a == 0 || b == 0 ? 0 : power(logs_[a] + logs_[b]);
}

}  // namespace romcast
