// SPDX-License-Identifier: Apache-2.0
// Tables of the judge: bits per message that crosses anything, copies of messages with one
// destination, and a packed log of hops. All are sized by what really moves.
#pragma once

#include <bit>
#include <cstring>
#include <memory>
#include <unordered_map>
#include <vector>

#include "romcast/core/paged.hpp"
#include "romcast/core/units.hpp"

namespace romcast {

/// A row of bits for each message, made when the message is first seen.
class BitRows {
 public:
  BitRows(std::uint64_t messages, std::uint64_t width)
      : words_((width + 63) / 64), row_of_(messages, kNone) {}

  /// The row of a message; made if there is none.
  [[nodiscard]] std::uint64_t* row(MessageId message) {
    std::uint32_t& number = row_of_.at(message);
    if (number == kNone) {
      number = static_cast<std::uint32_t>(rows_.size());
      rows_.push_back(std::make_unique<std::uint64_t[]>(words_));
    }
    return rows_[number].get();
  }
  /// A bit will be asked for soon: whoever walks through many in no order says so ahead.
  void fetch(MessageId message, std::uint64_t bit) const {
    const std::uint32_t number = row_of_.get(message);
    if (number != kNone) __builtin_prefetch(&rows_[number][bit / 64], 1);
  }
  [[nodiscard]] bool test(MessageId message, std::uint64_t bit) const {
    const std::uint32_t number = row_of_.get(message);
    return number != kNone && (rows_[number][bit / 64] >> bit % 64 & 1) != 0;
  }
  /// Sets a bit of a row; true if it was clear.
  static bool set(std::uint64_t* row, std::uint64_t bit) {
    const std::uint64_t mask = std::uint64_t{1} << bit % 64;
    const bool was_clear = (row[bit / 64] & mask) == 0;
    row[bit / 64] |= mask;
    return was_clear;
  }
  /// Clears a bit of a row; true if it was set.
  static bool clear(std::uint64_t* row, std::uint64_t bit) {
    const std::uint64_t mask = std::uint64_t{1} << bit % 64;
    const bool was_set = (row[bit / 64] & mask) != 0;
    row[bit / 64] &= ~mask;
    return was_set;
  }

 private:
  std::size_t words_;
  Paged<std::uint32_t> row_of_;
  std::vector<std::unique_ptr<std::uint64_t[]>> rows_;
};

/// Copies of messages that have one destination: at which node, and a channel noted with each.
class Copies {
 public:
  explicit Copies(std::uint64_t messages) : first_(messages, {kNone, kNone}) {}

  [[nodiscard]] bool at(MessageId message, NodeId node) const {
    if (first_.get(message).node == node) return true;
    return !more_.empty() && more_.contains(key(message, node));
  }
  /// A message will be asked for soon.
  void fetch(MessageId message) const { first_.fetch(message); }
  void put(MessageId message, NodeId node, ChannelId channel) {
    Copy& copy = first_.at(message);
    const bool free = copy.node == node || copy.node == kNone;
    // A second copy under way is legal but rare, so it may cost a hash table.
    if (!free || (!more_.empty() && more_.contains(key(message, node)))) {
      more_[key(message, node)] = channel;
    } else {
      copy = {node, channel};
    }
  }
  /// Removes the copy at a node: its channel, or kNone if there is no copy.
  ChannelId take(MessageId message, NodeId node) {
    Copy& copy = first_.at(message);
    if (copy.node == node) {
      copy.node = kNone;
      return copy.channel;
    }
    if (more_.empty()) return kNone;
    const auto found = more_.find(key(message, node));
    if (found == more_.end()) return kNone;
    const ChannelId channel = found->second;
    more_.erase(found);
    return channel;
  }

 private:
  struct Copy {
    NodeId node;
    ChannelId channel;
  };
  static std::uint64_t key(MessageId message, NodeId node) {
    return std::uint64_t{message} << 32 | node;
  }
  Paged<Copy> first_;
  std::unordered_map<std::uint64_t, ChannelId> more_;
};

/// By which packet each node got each message, kNone if it did not. Where a message has one place
/// at a time, one entry per message is enough.
class ArrivalBook {
 public:
  ArrivalBook(std::uint64_t messages, std::uint64_t nodes, bool one_place)
      : nodes_(nodes),
        latest_(one_place ? messages : 0, kNone),
        rows_(one_place ? 0 : messages, nullptr) {}

  void put(MessageId message, NodeId node, std::uint32_t packet) {
    if (one_place()) {
      latest_.at(message) = packet;
      return;
    }
    std::uint32_t*& row = rows_.at(message);
    if (row == nullptr) {
      storage_.emplace_back(nodes_, kNone);
      row = storage_.back().data();
    }
    row[node] = packet;
  }
  [[nodiscard]] std::uint32_t get(MessageId message, NodeId node) const {
    if (one_place()) return latest_.get(message);
    const std::uint32_t* row = rows_.get(message);
    return row == nullptr ? kNone : row[node];
  }

 private:
  [[nodiscard]] bool one_place() const { return rows_.empty(); }

  std::size_t nodes_;
  Paged<std::uint32_t> latest_;
  Paged<std::uint32_t*> rows_;
  std::vector<std::vector<std::uint32_t>> storage_;
};

/// A growing list of (channel, message) pairs in as few bytes each as their ranges need.
class PackedLog {
  static_assert(std::endian::native == std::endian::little, "entries overlap low byte first");

 public:
  PackedLog(std::uint64_t channels, std::uint64_t messages)
      : message_bits_(bits(messages)),
        bytes_((message_bits_ + bits(channels) + 7) / 8),
        mask_(bytes_ == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes_) - 1) {}

  void add(ChannelId channel, MessageId message) {
    if (size_ % kChunk == 0) {
      chunks_.push_back(
          std::make_unique_for_overwrite<unsigned char[]>(kChunk * bytes_ + sizeof(std::uint64_t)));
      next_ = chunks_.back().get();
    }
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
  /// What all entries take.
  [[nodiscard]] std::uint64_t bytes() const { return size_ * bytes_; }
  /// Entries before this one will not be asked for again.
  void forget(std::uint64_t before) {
    while (forgotten_ < before / kChunk) chunks_[forgotten_++].reset();
  }

 private:
  static constexpr std::uint64_t kChunk = std::uint64_t{1} << 14;
  static unsigned bits(std::uint64_t values) {
    return values < 2 ? 1U : static_cast<unsigned>(std::bit_width(values - 1));
  }
  [[nodiscard]] const unsigned char* place(std::uint64_t index) const {
    return chunks_[index / kChunk].get() + index % kChunk * bytes_;
  }
  unsigned message_bits_;
  unsigned bytes_;
  std::uint64_t mask_;
  std::uint64_t size_ = 0;
  std::uint64_t forgotten_ = 0;    // chunks
  unsigned char* next_ = nullptr;  // in the last chunk
  std::vector<std::unique_ptr<unsigned char[]>> chunks_;
};

}  // namespace romcast
