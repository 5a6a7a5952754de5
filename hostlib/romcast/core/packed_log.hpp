// SPDX-License-Identifier: Apache-2.0
// Stores hops for the judge and for stored plans.
#pragma once

#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#include "romcast/core/bits.hpp"
#include "romcast/core/units.hpp"

namespace romcast {

/// A growing list of entries, each a channel (or link) and a message. An entry has as few bytes as
/// a channel below `channels` and a message below `messages` need together.
class PackedLog {
  static_assert(std::endian::native == std::endian::little, "entries overlap low byte first");

 public:
  PackedLog(std::uint64_t channels, std::uint64_t messages)
      : message_bits_(field_bits(messages)),
        bytes_((message_bits_ + field_bits(channels) + 7) / 8),
        mask_(bytes_ == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes_) - 1) {}

  void add(ChannelId channel, MessageId message) {
    if (next_ == end_) [[unlikely]]
      grow();
    const std::uint64_t value = std::uint64_t{channel} << message_bits_ | message;
    std::memcpy(next_, &value, sizeof value);
    next_ += bytes_;
    ++size_;
  }
  struct Entry {
    ChannelId channel;
    MessageId message;
  };
  [[nodiscard]] Entry operator[](std::uint64_t index) const {
    std::uint64_t value = 0;
    std::memcpy(&value, place(index), sizeof value);
    value &= mask_;
    return {static_cast<ChannelId>(value >> message_bits_),
            static_cast<MessageId>(value & ((std::uint64_t{1} << message_bits_) - 1))};
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Total bytes of all entries.
  [[nodiscard]] std::uint64_t bytes() const { return size_ * bytes_; }
  /// Frees the memory of entries whose index is below `before`, in whole chunks; none of these
  /// entries may be read any more.
  void forget(std::uint64_t before) {
    while (forgotten_ < before / kChunk) chunks_[forgotten_++].reset();
  }

 private:
  static constexpr std::uint64_t kChunk = std::uint64_t{1} << 14;
  void grow() {
    const std::uint64_t bytes = kChunk * bytes_;
    chunks_.push_back(
        std::make_unique_for_overwrite<unsigned char[]>(bytes + sizeof(std::uint64_t)));
    next_ = chunks_.back().get();
    end_ = next_ + bytes;
  }
  [[nodiscard]] const unsigned char* place(std::uint64_t index) const {
    return chunks_[index / kChunk].get() + index % kChunk * bytes_;
  }
  unsigned message_bits_;
  unsigned bytes_;
  std::uint64_t mask_;
  std::uint64_t size_ = 0;
  std::uint64_t forgotten_ = 0;                     // number of freed chunks
  unsigned char *next_ = nullptr, *end_ = nullptr;  // in the last chunk
  std::vector<std::unique_ptr<unsigned char[]>> chunks_;
};

}  // namespace romcast
