// SPDX-License-Identifier: Apache-2.0
// Tables of the judge: a row of bits for each message that crosses a link, copies of messages with
// one destination, and the packets that brought messages. All grow with the messages that move.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "romcast/core/paged.hpp"
#include "romcast/core/prefetch.hpp"
#include "romcast/core/units.hpp"

namespace romcast {

/// A row of bits for each message, made when the message is first seen.
class BitRows {
 public:
  BitRows(std::uint64_t messages, std::uint64_t width)
      : words_((width + 63) / 64),
        none_(std::make_unique<std::uint64_t[]>(words_)),
        row_of_(messages, none_.get()) {}

  /// Returns the row of a message; creates the row at the first call.
  [[nodiscard]] std::uint64_t* row(MessageId message) {
    std::uint64_t*& row = row_of_.at(message);
    if (row == none_.get()) [[unlikely]]
      add(row);
    return row;
  }
  /// Prefetches a bit; used ahead of accesses in random order.
  void fetch(MessageId message, std::uint64_t bit) const {
    prefetch(&row_of_.get(message)[bit / 64]);
  }
  [[nodiscard]] bool test(MessageId message, std::uint64_t bit) const {
    return (row_of_.get(message)[bit / 64] >> bit % 64 & 1) != 0;
  }
  /// Sets a bit of a row; returns true if the bit was clear.
  static bool set(std::uint64_t* row, std::uint64_t bit) {
    const std::uint64_t mask = std::uint64_t{1} << bit % 64;
    const bool was_clear = (row[bit / 64] & mask) == 0;
    row[bit / 64] |= mask;
    return was_clear;
  }
  /// Clears a bit of a row; returns true if the bit was set.
  static bool clear(std::uint64_t* row, std::uint64_t bit) {
    const std::uint64_t mask = std::uint64_t{1} << bit % 64;
    const bool was_set = (row[bit / 64] & mask) != 0;
    row[bit / 64] &= ~mask;
    return was_set;
  }

 private:
  void add(std::uint64_t*& row) {
    rows_.push_back(std::make_unique<std::uint64_t[]>(words_));
    row = rows_.back().get();
  }

  std::size_t words_;
  std::unique_ptr<std::uint64_t[]> none_;  // shared by all messages that have no row yet
  Paged<std::uint64_t*> row_of_;
  std::vector<std::unique_ptr<std::uint64_t[]>> rows_;
};

/// Copies of messages with one destination: for each copy, the node and channel given to put().
class Copies {
 public:
  explicit Copies(std::uint64_t messages) : first_(messages, {kNone, kNone}) {}

  [[nodiscard]] bool at(MessageId message, NodeId node) const {
    if (first_.get(message).node == node) return true;
    return !more_.empty() && more_.contains(key(message, node));
  }
  /// Prefetches the entry of a message.
  void fetch(MessageId message) const { first_.fetch(message); }
  void put(MessageId message, NodeId node, ChannelId channel) {
    Copy& copy = first_.at(message);
    const bool free = copy.node == node || copy.node == kNone;
    // Second copies of a message are legal but rare, so a hash table is fast enough for them.
    if (!free || (!more_.empty() && more_.contains(key(message, node)))) {
      more_[key(message, node)] = channel;
    } else {
      copy = {node, channel};
    }
  }
  /// Removes the copy at a node; returns its channel, or kNone if there is no copy.
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

/// The packet that brought each message to each node; kNone if none did. One entry per message is
/// enough if each message is at one node at a time.
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

}  // namespace romcast
