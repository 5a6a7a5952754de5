// SPDX-License-Identifier: Apache-2.0
// The origin and the destination of a message, computed without a division because the judge needs
// them at every hop.
#pragma once

#include "romcast/core/collective.hpp"

namespace romcast {

/// Divides by a fixed number, rounding down: floor(n / d) = floor(n * ceil(2^64 / d) / 2^64) for
/// all n and d of 32 bits (Lemire, Kaser & Kurz 2019, theorem 1).
class KnownDivisor {
 public:
  explicit KnownDivisor(std::uint32_t divisor)
      : divisor_(divisor),
        itself_(divisor > 1 ? 0 : kNone),
        reciprocal_(divisor > 1 ? ~std::uint64_t{0} / divisor + 1 : 0) {}
  [[nodiscard]] std::uint32_t quotient(std::uint32_t n) const {
    return static_cast<std::uint32_t>((Wide{reciprocal_} * n) >> 64) | (n & itself_);
  }
  [[nodiscard]] std::uint32_t divisor() const { return divisor_; }

 private:
  __extension__ using Wide = unsigned __int128;
  std::uint32_t divisor_, itself_;  // itself_: all bits set if the divisor is 1, else 0
  std::uint64_t reciprocal_;
};

/// Computes a Collective's origin() and destination(); the collective must outlive this object.
class MessageEnds {
 public:
  explicit MessageEnds(const Collective& collective)
      : collective_(collective),
        pairs_(collective.symmetric() && collective.traits().pairs),
        to_all_(collective.symmetric() && collective.traits().to_all),
        each_(collective.messages()),
        processors_(static_cast<std::uint32_t>(collective.processors())) {}

  struct Ends {
    NodeId origin, destination;
  };
  [[nodiscard, gnu::always_inline]] Ends of(MessageId message) const {
    if (!pairs_) {
      if (to_all_) return {each_.quotient(message), kNone};
      return {collective_.origin(message), collective_.destination(message)};
    }
    const std::uint32_t pair = each_.quotient(message);
    const NodeId origin = processors_.quotient(pair);
    return {origin, pair - origin * processors_.divisor()};
  }
  [[nodiscard]] NodeId origin(MessageId message) const { return of(message).origin; }
  [[nodiscard]] NodeId destination(MessageId message) const { return of(message).destination; }

 private:
  const Collective& collective_;
  bool pairs_, to_all_;
  KnownDivisor each_, processors_;
};

}  // namespace romcast
