// SPDX-License-Identifier: Apache-2.0
// The messages of an exchange as text, a line each: in schedule files and in files of their own
// (docs/schedule-format.md).
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "romcast/core/collective.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Reads lines like `message 0 from p3 to p1,p5`; `message 0 to p7` adds destinations to one that
/// has been told. Without `message N` messages are numbered as they come.
class ExchangeBuilder {
 public:
  /// The network must outlive it.
  explicit ExchangeBuilder(const Topology& network) : network_(network) {}
  /// A line. Throws InputError "found; allowed" without a place.
  void add(std::span<const std::string_view> words);
  /// All messages, 0 .. M-1. Throws InputError if there are none, or one is missing.
  [[nodiscard]] Collective finish() const;

 private:
  struct Entry {
    NodeId origin = 0;
    std::set<NodeId> destinations{};
  };
  [[nodiscard]] NodeId processor(std::string_view name) const;
  void add_destinations(MessageId message, Entry& entry, std::string_view names) const;

  const Topology& network_;
  std::map<MessageId, Entry> entries_;
  MessageId latest_ = kNone;  // of the line before
};

/// The lines of an exchange, numbered, with names of nodes; none is too long to be read.
std::string exchange_text(const Topology& network, const Collective& exchange);

/// A file of such lines. Throws InputError "file:line: found; allowed".
Collective load_exchange(const std::string& path, const Topology& network);

}  // namespace romcast
