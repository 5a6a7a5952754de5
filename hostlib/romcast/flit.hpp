// What a message looks like on a link: {payload, tag, route field}, lowest bits last.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/collective.hpp"
#include "romcast/fat_tree.hpp"
#include "romcast/tree_rules.hpp"

namespace romcast {

/// Packs message numbers into flits of 32 or 64 bits and back. The payload is a hash of the message
/// number that fills the flit, so that a corrupted or exchanged message shows at its destination.
class TreeFlitCodec {
 public:
  /// Throws InputError if a message number and a payload of 4 bits do not fit 64 bits.
  TreeFlitCodec(const FatTree& tree, const Collective& collective, TreeRoute route);

  [[nodiscard]] unsigned width() const { return width_; }  ///< bits, 32 or 64
  [[nodiscard]] unsigned route_bits() const { return route_bits_; }

  [[nodiscard]] std::uint64_t encode(MessageId message, std::uint32_t turn) const;
  /// Message number by tag and destination; kNone if there is no such message.
  [[nodiscard]] MessageId decode(std::uint64_t flit) const;
  /// Are payload, tag and (unicast) destination those of the message?
  [[nodiscard]] bool intact(std::uint64_t flit, MessageId message) const;
  /// Position of a switch in its level, as the digits that `here` of the Verilog switches takes.
  [[nodiscard]] std::uint64_t digits(std::uint64_t position) const;

 private:
  [[nodiscard]] std::uint64_t identity(MessageId message) const;  // payload and tag, route field 0

  Collective collective_;
  bool unicast_;
  unsigned arity_, digit_bits_, route_bits_, tag_bits_, width_;
  std::uint64_t tags_;
  std::vector<std::uint32_t> route_of_;  // by leaf
  std::vector<NodeId> leaf_of_;          // by route field
};

}  // namespace romcast
