// SPDX-License-Identifier: Apache-2.0
// Broadcasting black boxes of Bar-Noy & Ho 1999, section 4. A box receives k messages in every
// round, message k*r + j as input j of round r. All processors of the box know a message tau rounds
// after it was received; the box passes it on to the next box delta rounds after it was received.
// Round 0 of a box is the round in which it receives its first messages.
#pragma once

#include <cstdint>
#include <memory>

#include "schedules/complete/complete.hpp"

namespace romcast::complete {

struct BoxShape {
  enum class Kind {
    nice,     ///< (k+1)^d - 1 processors, tau = delta = d
    special,  ///< a((k+1)^d - 1) + k, tau = d+1, delta = 1, 1 <= a <= k; d = 0: a = 1, tau = 1
    direct,   ///< few processors, each sends to all others: tau <= 1; the last box only
    trees     ///< any number, by k trees: tau = height - 1; the last box only
  } kind{};
  std::uint32_t processors = 0;
  unsigned d = 0;
  std::uint32_t a = 0;
};

/// Rounds until all processors of a box know the message that the box received as input j.
unsigned box_time(const BoxShape& shape, std::uint32_t k, std::uint32_t input);
/// The rounds of the slowest input.
unsigned box_time(const BoxShape& shape, std::uint32_t k);

/// A box of x = `processors` processors: direct if x = 1, or if x <= k+1 and a processor can send
/// ceil(k/x) messages, its share of a round's k, to all x-1 others in one round; else trees.
BoxShape small_box(std::uint32_t processors, std::uint32_t k);

/// A running box. Its processors are first, first+1, ... in the numbering of `Sends`, in which the
/// broadcaster is 0.
class Box {
 public:
  struct Place {
    NodeId first = 1;            ///< its first processor
    std::uint32_t k = 1;         ///< ports
    std::uint32_t messages = 1;  ///< m
  };
  explicit Box(const Place& place) : place_(place) {}
  virtual ~Box() = default;
  Box(const Box&) = delete;
  Box& operator=(const Box&) = delete;

  /// The processor that takes input j in the next round.
  [[nodiscard]] virtual NodeId entry(std::uint32_t input) const = 0;
  /// Adds the sends of round r within the box, and those to `next_box` unless it is nullptr (last
  /// box of the chain). Called for r = 0, 1, 2, ... in this order.
  virtual void next(std::uint64_t r, Sends& sends, const Box* next_box) = 0;

 protected:
  /// Message of an input in round r - age, or kNone if there is none.
  [[nodiscard]] MessageId message(std::uint64_t r, std::uint64_t age, std::uint32_t input) const {
    if (age > r) return kNone;
    const std::uint64_t number = (r - age) * place_.k + input;
    return number < place_.messages ? static_cast<MessageId>(number) : kNone;
  }
  [[nodiscard]] const Place& place() const { return place_; }

 private:
  const Place place_;
};

std::unique_ptr<Box> make_box(const BoxShape& shape, const Box::Place& place);
/// The makers of the kinds, among which make_box chooses.
std::unique_ptr<Box> make_nice_box(const BoxShape& shape, const Box::Place& place);
std::unique_ptr<Box> make_special_box(const BoxShape& shape, const Box::Place& place);
std::unique_ptr<Box> make_direct_box(const BoxShape& shape, const Box::Place& place);
std::unique_ptr<Box> make_tree_box(const BoxShape& shape, const Box::Place& place);

}  // namespace romcast::complete
