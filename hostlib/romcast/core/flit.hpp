// SPDX-License-Identifier: Apache-2.0
// What a message looks like on a link: {payload, tag, route field}, lowest bits last.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/tree_rules.hpp"

namespace romcast {

/// Packs message numbers into flits of 32 or 64 bits and back. The payload is a hash of the message
/// number that fills the flit, so that a corrupted or exchanged message shows at its destination.
/// Where the collective carries words, the lowest bits of the payload are a word and, above it, a
/// bit that tells whether there is one.
class FlitCodec {
 public:
  [[nodiscard]] unsigned width() const { return width_; }  ///< bits, 32 or 64
  [[nodiscard]] unsigned route_bits() const { return route_bits_; }
  /// So many of them the network needs; the others are there for larger ones.
  [[nodiscard]] unsigned least_route_bits() const { return least_route_bits_; }
  [[nodiscard]] unsigned tag_bits() const { return tag_bits_; }

  /// `route`: where the sender chooses the route field.
  [[nodiscard]] std::uint64_t encode(MessageId message, std::uint32_t route = 0) const;
  /// Message number by tag and destination; kNone if there is no such message.
  [[nodiscard]] MessageId decode(std::uint64_t flit) const;
  /// Are payload, tag and (unicast) destination those of the message?
  [[nodiscard]] bool intact(std::uint64_t flit, MessageId message) const;

  /// The flit with this word, or with none, in its payload.
  [[nodiscard]] std::uint64_t with_word(std::uint64_t flit,
                                        std::optional<std::uint64_t> word) const;
  [[nodiscard]] std::optional<std::uint64_t> word(std::uint64_t flit) const;
  /// Are all bits those of the message, but for the word?
  [[nodiscard]] bool intact_beside_word(std::uint64_t flit, MessageId message) const;

 protected:
  /// `route_of`: route field by destination; empty where the sender chooses it. The field gets
  /// `roomy_route_bits` where the flit gets no wider by it. Throws InputError if a message number
  /// and the payload do not fit 64 bits.
  FlitCodec(const Collective& collective, unsigned route_bits, std::vector<std::uint64_t> route_of,
            unsigned least_tag_bits = 0, unsigned least_payload_bits = 4,
            unsigned roomy_route_bits = 0);

 private:
  [[nodiscard]] std::uint64_t word_field() const;  // the bits of a word and of its presence
  [[nodiscard]] bool addressed() const;            // the route field belongs to the message number
  [[nodiscard]] std::uint64_t identity(MessageId message) const;  // payload and tag, route field 0

  Collective collective_;
  unsigned least_route_bits_, route_bits_, tag_bits_, width_;
  std::uint64_t tags_;
  std::vector<std::uint64_t> route_of_;  // by destination
  std::vector<NodeId> at_;               // alltoall and copies: by route field
};

class TreeFlitCodec : public FlitCodec {
 public:
  /// `roomy_route_bits`: size of the route field, if that is more and fits; trees of several
  /// heights then agree where it is.
  TreeFlitCodec(const FatTree& tree, const Collective& collective, TreeRoute route,
                unsigned roomy_route_bits = 0);
  /// Position of a switch in its level, as the digits that `here` of the Verilog switches takes.
  [[nodiscard]] std::uint64_t digits(std::uint64_t position) const;

 private:
  unsigned arity_;
};

/// Direct networks: the route field is the address of the destination.
class DirectFlitCodec : public FlitCodec {
 public:
  DirectFlitCodec(const Topology& network, const Collective& collective);
};

/// Flits find their path without a route field: what sends them names their destination beside
/// them.
class CompleteFlitCodec : public FlitCodec {
 public:
  /// Message numbers have 16 bits or more, so that one model serves all that need no more.
  explicit CompleteFlitCodec(const Collective& collective);
};

}  // namespace romcast
