// SPDX-License-Identifier: Apache-2.0
// Flits of collectives whose nodes combine values: a flit holds the combination of the values of
// some processors.
#pragma once

#include "romcast/core/combined_value.hpp"

namespace romcast {

/// A value, combined over one or several processors.
struct Partial {
  MessageId message = 0;  ///< number of the value
  NodeId first = 0;       ///< the lowest processor whose value is in the combination
  CombinedValue value{};
};

/// The 64 bits hold, lowest first: Partial::message, Partial::first and CombinedValue::count, each
/// with as many bits as the collective needs, then CombinedValue's numbers `sum`, `a` and `b` with
/// 10 bits each.
class PartialFlitCodec final : public FlitCodec {
 public:
  /// Throws InputError if a partial has more bits than a flit.
  explicit PartialFlitCodec(const Collective& collective, Maps maps = Maps::in_order);

  [[nodiscard]] unsigned first_bits() const { return first_bits_; }
  [[nodiscard]] Maps maps() const { return maps_; }
  [[nodiscard]] unsigned count_bits() const { return count_bits_; }
  [[nodiscard]] std::uint64_t pack(const Partial& partial) const;
  [[nodiscard]] Partial unpack(std::uint64_t flit) const;
  /// The value of one processor.
  [[nodiscard]] Partial own(MessageId message, NodeId processor) const;
  /// The combination of all processors' values.
  [[nodiscard]] CombinedValue all(MessageId message) const;

 private:
  std::uint32_t processors_;
  Maps maps_;
  unsigned first_bits_, count_bits_;
};

}  // namespace romcast
