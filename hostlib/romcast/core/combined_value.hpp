// SPDX-License-Identifier: Apache-2.0
// Test values that processors combine: each has a count, a sum, and a map x -> a*x + b. Composition
// of maps does not commute, so a run shows whether every value was combined once, and in which
// order.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/core/flit.hpp"
#include "romcast/core/schedule.hpp"

namespace romcast {

/// Maps whose composition shows the order, or maps that share a fixed point, so that they commute:
/// if a run may combine in any order, its results can still be compared bit by bit.
enum class Maps : bool { in_order, commuting };
/// The end of the complaint about a result in which only the map is wrong: "not in their order"
/// (Maps::in_order) or "not as they were sent" (Maps::commuting).
std::string_view difference(Maps maps);

struct CombinedValue {
  static constexpr std::uint32_t kPrime = 1021;  ///< a and b are numbers modulo this
  static constexpr std::uint32_t kSums = 1024;   ///< sums are modulo this
  static constexpr std::uint32_t kMostValues = (1U << 20) - 1;
  static constexpr std::uint32_t kFixedPoint = 389;  ///< of maps that commute

  std::uint32_t count = 0;  ///< number of values that were combined
  std::uint32_t sum = 0;
  std::uint32_t a = 1, b = 0;
  bool operator==(const CombinedValue&) const = default;

  /// The value that operand `index` contributes.
  static CombinedValue of(std::uint32_t index, Maps maps = Maps::in_order);
};
/// Applies `left` first, then `right`.
CombinedValue combine(const CombinedValue& left, const CombinedValue& right);
/// Combines the values `begin` .. `end`-1.
CombinedValue combine_all(std::uint32_t begin, std::uint32_t end, Maps maps = Maps::in_order);

/// Packs sum, a and b into 10 bits each, the sum lowest, as in flits.
std::uint32_t packed_numbers(const CombinedValue& value);

/// Flits of collectives whose messages are combined by processors. The 64 bits hold, lowest first:
/// message, sender and count, then sum, a and b with 10 bits each. If each processor has one value,
/// message, sender and count have 1, 13 and 20 bits; else as many as the collective needs.
class CombiningFlitCodec final : public FlitCodec {
 public:
  static constexpr NodeId kMostSenders = 1U << 13;
  /// Throws InputError if there are too many processors, values or operands.
  explicit CombiningFlitCodec(const Collective& collective);

  [[nodiscard]] unsigned sender_bits() const { return sender_bits_; }
  [[nodiscard]] unsigned count_bits() const { return count_bits_; }
  [[nodiscard]] std::uint64_t pack(MessageId message, NodeId sender,
                                   const CombinedValue& value) const;
  [[nodiscard]] NodeId sender(std::uint64_t flit) const;
  [[nodiscard]] CombinedValue value(std::uint64_t flit) const;

 private:
  // Field widths, without the tag.
  struct Fields {
    unsigned sender, count;
    [[nodiscard]] unsigned payload() const;
  };
  CombiningFlitCodec(const Collective& collective, const Fields& fields);
  static Fields fields_for(const Collective& collective);
  unsigned sender_bits_, count_bits_;
};

/// For each processor: the numbers of its operands of a summation, in the order of their additions,
/// chosen so that the sink gets the ordered sum of all operands. Computed from the schedule.
std::vector<std::vector<std::uint32_t>> operand_order(const Complete& network,
                                                      const Collective& collective, Timing timing,
                                                      const OpenSchedule& schedule);

}  // namespace romcast
