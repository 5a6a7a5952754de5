// SPDX-License-Identifier: Apache-2.0
// The sends in the proof of Theorem 3.7 (single_sending.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "schedules/logp/machine.hpp"
#include "schedules/logp/period.hpp"

namespace romcast::logp {

class Endgame {
 public:
  /// The sends of the whole broadcast, for odd `latency`; empty if the number of receivers is no
  /// f_t (period.hpp), or if the construction fails, as it does for t < 3L-1.
  static std::optional<Endgame> make(std::uint32_t latency, std::uint64_t receivers,
                                     std::uint32_t items);

  /// Sends of the items x = first .. last, item x at time x + lag: processor number
  /// `from` + (x mod from_size) sends item x to number `to` + member(link, x). `from` is the first
  /// processor of the sending block, `to` that of the receiving block; the source is number 0.
  struct Link {
    NodeId from = 0;
    std::uint32_t from_size = 1;
    NodeId to = 0;
    std::uint32_t to_size = 1;
    std::uint32_t order = 0;  ///< index into orders_
    std::uint32_t lag = 0;
    std::uint32_t first = 0, last = 0;
  };
  [[nodiscard]] const std::vector<Link>& links() const { return links_; }
  /// Number, counted from 0 within the block `to`, of the processor that gets the item.
  [[nodiscard]] std::uint32_t member(const Link& link, std::uint32_t item) const {
    return orders_[link.order][item % link.to_size];
  }
  /// One more than the last time at which a processor sends.
  [[nodiscard]] std::uint64_t steps() const;

 private:
  Endgame() = default;
  friend class EndgameMaker;
  std::vector<Link> links_;
  std::vector<std::vector<std::uint32_t>> orders_;  // member() by item modulo the size
};

/// Orders of reception in a block of processors 1 .. r, r >= 4 (case 2 of the proof): element
/// [i-1][m] is the processor that gets item i = 1 .. r in step m = 0 .. r-2 of the endgame.
std::vector<std::vector<std::uint32_t>> reception_orders(std::uint32_t r);

}  // namespace romcast::logp
