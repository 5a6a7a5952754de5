// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/flit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/bits.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

// A good 64-bit mixer (Stafford's variant 13 of MurmurHash3's finalizer).
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

std::uint64_t low_bits(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

}  // namespace

FlitCodec::FlitCodec(const Collective& collective, unsigned route_bits,
                     std::vector<std::uint64_t> route_of, unsigned least_tag_bits,
                     unsigned least_payload_bits, unsigned roomy_route_bits)
    : collective_(collective),
      least_route_bits_(route_bits),
      route_bits_(route_bits),
      route_of_(std::move(route_of)) {
  // If addressed(), the route field identifies the destination, so the tag only numbers the
  // messages of one destination.
  tags_ = collective.message_numbers();
  if (addressed()) tags_ /= collective.processors();
  tag_bits_ = std::max(least_tag_bits, index_bits(tags_));
  const unsigned word_bits = collective.word_bits();
  if (word_bits > 0) least_payload_bits = std::max(least_payload_bits, word_bits + 1);
  const unsigned least = route_bits_ + tag_bits_ + least_payload_bits;
  if (word_bits > 0 && least > 64) {
    const int most = 64 - static_cast<int>(least - word_bits);
    throw InputError(fmt::format(
        "words of {} bits: {} with {} each has room for {} bits in flits of 64", word_bits,
        name(collective.kind()), counted(collective.messages(), "message"), std::max(most, 0)));
  }
  if (least > 64) {
    throw InputError(
        fmt::format("{} with {} each needs flits of {} bits; at most 64 are built; use fewer "
                    "messages or a smaller network",
                    name(collective.kind()), counted(collective.messages(), "message"), least));
  }
  width_ = least <= 32 ? 32 : 64;
  const unsigned rest = least - route_bits_;
  if (roomy_route_bits > route_bits_ && roomy_route_bits + rest <= width_) {
    route_bits_ = roomy_route_bits;
  }
  if (!addressed()) return;  // the tag implies the destination
  at_.assign(std::size_t{1} << route_bits_, kNone);
  for (NodeId to = 0; to < route_of_.size(); ++to) at_[route_of_[to]] = to;
}

bool FlitCodec::hashes() const { return !collective_.combines(); }

bool FlitCodec::addressed() const { return route_bits_ > 0 && collective_.has_tags(); }

std::uint64_t FlitCodec::identity(MessageId message) const {
  message = collective_.original(message);  // copies differ only in their destination
  const std::uint64_t tag = addressed() ? collective_.tag(message) : message;
  const std::uint64_t tagged = mix(message) << tag_bits_ | tag;
  return low_bits(tagged << route_bits_, width_);
}

std::uint64_t FlitCodec::encode(MessageId message, std::uint32_t route) const {
  return identity(message) |
         (route_of_.empty() ? route : route_of_[collective_.destination(message)]);
}

MessageId FlitCodec::decode(std::uint64_t flit) const {
  const std::uint64_t tag = low_bits(flit >> route_bits_, tag_bits_);
  if (tag >= tags_) return kNone;
  if (!addressed()) return static_cast<MessageId>(tag);
  const NodeId to = at_[low_bits(flit, route_bits_)];
  if (to == kNone) return kNone;
  return collective_.tagged(static_cast<MessageId>(tag), to);
}

bool FlitCodec::intact(std::uint64_t flit, MessageId message) const {
  const std::uint64_t identity_bits = flit >> route_bits_;
  if (identity_bits != identity(message) >> route_bits_) return false;
  return route_of_.empty() ||
         low_bits(flit, route_bits_) == route_of_[collective_.destination(message)];
}

std::uint64_t FlitCodec::word_field() const {
  return low_bits(~std::uint64_t{0}, collective_.word_bits() + 1) << (tag_bits_ + route_bits_);
}

std::uint64_t FlitCodec::with_word(std::uint64_t flit, std::optional<std::uint64_t> word) const {
  const std::uint64_t field =
      word ? low_bits(*word, collective_.word_bits()) | std::uint64_t{1} << collective_.word_bits()
           : 0;
  return (flit & ~word_field()) | field << (tag_bits_ + route_bits_);
}

std::optional<std::uint64_t> FlitCodec::word(std::uint64_t flit) const {
  const std::uint64_t payload = flit >> (tag_bits_ + route_bits_);
  if ((payload >> collective_.word_bits() & 1) == 0) return std::nullopt;
  return low_bits(payload, collective_.word_bits());
}

bool FlitCodec::intact_beside_word(std::uint64_t flit, MessageId message) const {
  const std::uint64_t field = word_field();
  return intact((flit & ~field) | (identity(message) & field), message);
}

namespace {

std::uint64_t pack_digits(std::uint64_t position, unsigned arity) {
  std::uint64_t packed = 0;
  for (unsigned shift = 0; position > 0; shift += digit_bits(arity), position /= arity) {
    packed |= position % arity << shift;
  }
  return packed;
}

std::vector<std::uint64_t> tree_routes(const FatTree& tree, TreeRoute route) {
  std::vector<std::uint64_t> routes;
  if (route != TreeRoute::unicast) return routes;
  for (NodeId leaf = 0; leaf < tree.processors(); ++leaf) {
    routes.push_back(pack_digits(leaf, tree.arity()));
  }
  return routes;
}

std::vector<std::uint64_t> direct_routes(const Topology& network, const Collective& collective) {
  std::vector<std::uint64_t> routes;
  if (collective.multicast()) return routes;
  for (NodeId node = 0; node < network.processors(); ++node) {
    routes.push_back(network.address(node));
  }
  return routes;
}

}  // namespace

TreeFlitCodec::TreeFlitCodec(const FatTree& tree, const Collective& collective, TreeRoute route,
                             unsigned roomy_route_bits)
    : FlitCodec(collective, digit_bits(tree.arity()) * tree.height(), tree_routes(tree, route), 0,
                4, roomy_route_bits),
      arity_(tree.arity()) {}

std::uint64_t TreeFlitCodec::digits(std::uint64_t position) const {
  return pack_digits(position, arity_);
}

DirectFlitCodec::DirectFlitCodec(const Topology& network, const Collective& collective)
    : FlitCodec(collective, collective.multicast() ? 0 : network.address_bits(),
                direct_routes(network, collective)) {}

CompleteFlitCodec::CompleteFlitCodec(const Collective& collective)
    : FlitCodec(collective, 0, {}, 16) {}

}  // namespace romcast
