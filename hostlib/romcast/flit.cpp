#include "romcast/flit.hpp"

#include <fmt/format.h>

#include <bit>

#include "romcast/error.hpp"

namespace romcast {
namespace {

constexpr unsigned kLeastPayload = 4;

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

TreeFlitCodec::TreeFlitCodec(const FatTree& tree, const Collective& collective, TreeRoute route)
    : collective_(collective),
      unicast_(route == TreeRoute::unicast),
      arity_(tree.arity()),
      digit_bits_(romcast::digit_bits(tree.arity())),
      route_bits_(digit_bits_ * tree.height()) {
  // In an alltoall the route field tells the destination; the tag need not.
  tags_ = collective.message_numbers();
  if (collective.kind() == CollectiveKind::alltoall) tags_ /= collective.processors();
  tag_bits_ = static_cast<unsigned>(std::bit_width(tags_ - 1));
  const unsigned least = route_bits_ + tag_bits_ + kLeastPayload;
  if (least > 64) {
    throw InputError(fmt::format(
        "{} with {} messages each needs flits of {} bits; at most 64 are built; use fewer messages "
        "or a smaller tree",
        name(collective.kind()), collective.messages(), least));
  }
  width_ = least <= 32 ? 32 : 64;
  if (!unicast_) return;
  leaf_of_.assign(std::size_t{1} << route_bits_, kNone);
  for (NodeId leaf = 0; leaf < tree.processors(); ++leaf) {
    route_of_.push_back(static_cast<std::uint32_t>(digits(leaf)));
    leaf_of_[route_of_.back()] = leaf;
  }
}

std::uint64_t TreeFlitCodec::digits(std::uint64_t position) const {
  std::uint64_t packed = 0;
  for (unsigned shift = 0; position > 0; shift += digit_bits_, position /= arity_) {
    packed |= position % arity_ << shift;
  }
  return packed;
}

std::uint64_t TreeFlitCodec::identity(MessageId message) const {
  std::uint64_t tag = message;
  if (collective_.kind() == CollectiveKind::alltoall) {
    const std::uint64_t each = collective_.messages();
    tag = collective_.origin(message) * each + message % each;
  }
  const std::uint64_t tagged = mix(message) << tag_bits_ | tag;
  return low_bits(tagged << route_bits_, width_);
}

std::uint64_t TreeFlitCodec::encode(MessageId message, std::uint32_t turn) const {
  return identity(message) | (unicast_ ? route_of_[collective_.destination(message)] : turn);
}

MessageId TreeFlitCodec::decode(std::uint64_t flit) const {
  const std::uint64_t tag = low_bits(flit >> route_bits_, tag_bits_);
  if (tag >= tags_) return kNone;
  if (collective_.kind() != CollectiveKind::alltoall) return static_cast<MessageId>(tag);
  const NodeId to = leaf_of_[low_bits(flit, route_bits_)];
  if (to == kNone) return kNone;
  const std::uint64_t each = collective_.messages();
  return static_cast<MessageId>((tag / each * collective_.processors() + to) * each + tag % each);
}

bool TreeFlitCodec::intact(std::uint64_t flit, MessageId message) const {
  const std::uint64_t identity_bits = flit >> route_bits_;
  if (identity_bits != identity(message) >> route_bits_) return false;
  return !unicast_ || low_bits(flit, route_bits_) == route_of_[collective_.destination(message)];
}

}  // namespace romcast
