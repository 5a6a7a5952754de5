// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/partial_flit.hpp"

#include <fmt/format.h>

#include <bit>

#include "romcast/core/bits.hpp"
#include "romcast/core/error.hpp"

namespace romcast {
namespace {

constexpr unsigned kNumberBits = 10;    // bits of each of CombinedValue's `sum`, `a` and `b`
constexpr unsigned kLeastPayload = 33;  // more than 32, so that a flit has 64 bits

// Appends fields from the lowest bits up.
class Packer {
 public:
  void put(std::uint64_t value, unsigned bits) {
    flit_ |= (value & ((std::uint64_t{1} << bits) - 1)) << at_;
    at_ += bits;
  }
  [[nodiscard]] std::uint64_t flit() const { return flit_; }

 private:
  std::uint64_t flit_ = 0;
  unsigned at_ = 0;
};

class Unpacker {
 public:
  explicit Unpacker(std::uint64_t flit) : flit_(flit) {}
  std::uint32_t take(unsigned bits) {
    const std::uint64_t value = flit_ & ((std::uint64_t{1} << bits) - 1);
    flit_ >>= bits;
    return static_cast<std::uint32_t>(value);
  }

 private:
  std::uint64_t flit_;
};

}  // namespace

PartialFlitCodec::PartialFlitCodec(const Collective& collective, Maps maps)
    : FlitCodec(collective, 0, {}, 1, kLeastPayload),
      processors_(static_cast<std::uint32_t>(collective.processors())),
      maps_(maps),
      first_bits_(index_bits(processors_)),
      count_bits_(static_cast<unsigned>(std::bit_width(processors_))) {
  const unsigned bits = tag_bits() + first_bits_ + count_bits_ + 3 * kNumberBits;
  if (bits <= 64) return;
  throw InputError({"messages", collective.messages()},
                   fmt::format("a reduce of so many among {} processors needs flits of {} bits",
                               processors_, bits),
                   "at most 64 are built; use romcast plan");
}

std::uint64_t PartialFlitCodec::pack(const Partial& partial) const {
  Packer packer;
  packer.put(partial.message, tag_bits());
  packer.put(partial.first, first_bits_);
  packer.put(partial.value.count, count_bits_);
  packer.put(partial.value.sum, kNumberBits);
  packer.put(partial.value.a, kNumberBits);
  packer.put(partial.value.b, kNumberBits);
  return packer.flit();
}

Partial PartialFlitCodec::unpack(std::uint64_t flit) const {
  Unpacker unpacker(flit);
  Partial partial;
  partial.message = unpacker.take(tag_bits());
  partial.first = unpacker.take(first_bits_);
  partial.value.count = unpacker.take(count_bits_);
  partial.value.sum = unpacker.take(kNumberBits);
  partial.value.a = unpacker.take(kNumberBits);
  partial.value.b = unpacker.take(kNumberBits);
  return partial;
}

Partial PartialFlitCodec::own(MessageId message, NodeId processor) const {
  return {message, processor, CombinedValue::of(message * processors_ + processor, maps_)};
}

CombinedValue PartialFlitCodec::all(MessageId message) const {
  return combine_all(message * processors_, (message + 1) * processors_, maps_);
}

}  // namespace romcast
