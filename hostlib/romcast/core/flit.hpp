// SPDX-License-Identifier: Apache-2.0
// The layout of a message on a link: {payload, tag, route field}, lowest bits last.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/tree_rules.hpp"

namespace romcast {

/// Packs message numbers into flits of 32 or 64 bits and back. A hash of the message number fills
/// the payload, so that a corrupted or swapped message is noticed at its destination. If the
/// collective carries words, the lowest bits of the payload are the word, and the bit above the
/// word is set if a word is present. Combined values have codecs of their own.
class FlitCodec {
 public:
  [[nodiscard]] unsigned width() const { return width_; }  ///< bits, 32 or 64
  [[nodiscard]] unsigned route_bits() const { return route_bits_; }
  /// Route bits that this network needs; route_bits() may be more, to serve larger networks.
  [[nodiscard]] unsigned least_route_bits() const { return least_route_bits_; }
  [[nodiscard]] unsigned tag_bits() const { return tag_bits_; }
  /// True if the payload is a hash, whose width a design may reduce; false if the payload is a
  /// combined value.
  [[nodiscard]] bool hashes() const;

  /// The flit of a message. `route` is the route field if the sender chooses the field; `route` is
  /// ignored if the destination determines the field, and must be 0 if there is no route field.
  [[nodiscard]] std::uint64_t encode(MessageId message, std::uint32_t route = 0) const;
  /// The message with the tag of `flit` and, if addressed(), with the destination that the route
  /// field identifies; kNone if there is no such message.
  [[nodiscard]] MessageId decode(std::uint64_t flit) const;
  /// True if payload and tag of `flit` are those of the message, and the route field, too, unless
  /// the sender chooses this field.
  [[nodiscard]] bool intact(std::uint64_t flit, MessageId message) const;

  /// The flit with this word, or with none, in its payload.
  [[nodiscard]] std::uint64_t with_word(std::uint64_t flit,
                                        std::optional<std::uint64_t> word) const;
  [[nodiscard]] std::optional<std::uint64_t> word(std::uint64_t flit) const;
  /// Like intact(), but ignores the word.
  [[nodiscard]] bool intact_beside_word(std::uint64_t flit, MessageId message) const;

 protected:
  /// `route_of`: route field of each destination; empty where the sender chooses the route field or
  /// flits have no route field. The field is widened to `roomy_route_bits` if that does not widen
  /// the flit. Throws InputError if route field, tag and payload do not fit 64 bits.
  FlitCodec(const Collective& collective, unsigned route_bits, std::vector<std::uint64_t> route_of,
            unsigned least_tag_bits = 0, unsigned least_payload_bits = 4,
            unsigned roomy_route_bits = 0);

 private:
  [[nodiscard]] std::uint64_t word_field() const;  // mask of the word and its presence bit
  [[nodiscard]] bool addressed() const;            // true: route field and tag identify a message
  [[nodiscard]] std::uint64_t identity(MessageId message) const;  // payload and tag, route field 0

  Collective collective_;
  unsigned least_route_bits_, route_bits_, tag_bits_, width_;
  std::uint64_t tags_;
  std::vector<std::uint64_t> route_of_;  // by destination
  std::vector<NodeId> at_;               // if addressed(): destination by route field
};

class TreeFlitCodec : public FlitCodec {
 public:
  /// The route field is widened to `roomy_route_bits` if that does not widen the flit; so the flits
  /// of trees of several heights have the same layout.
  TreeFlitCodec(const FatTree& tree, const Collective& collective, TreeRoute route,
                unsigned roomy_route_bits = 0);
  /// Value of a Verilog switch's strap `here`: the base-k digits of the switch's position in its
  /// level, digit_bits(k) bits each, the least significant digit in the lowest bits; k is the
  /// arity.
  [[nodiscard]] std::uint64_t digits(std::uint64_t position) const;

 private:
  unsigned arity_;
};

/// Direct networks: the route field is the address of the destination; multicasts have no route
/// field.
class DirectFlitCodec : public FlitCodec {
 public:
  DirectFlitCodec(const Topology& network, const Collective& collective);
};

/// Crossbars: flits have no route field, because the sender names the destination beside the flit.
class CompleteFlitCodec : public FlitCodec {
 public:
  /// The tag has at least 16 bits, so that all collectives of up to 2^16 message numbers have tags
  /// of one width and can share a model.
  explicit CompleteFlitCodec(const Collective& collective);
};

}  // namespace romcast
