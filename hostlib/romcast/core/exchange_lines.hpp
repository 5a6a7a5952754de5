// SPDX-License-Identifier: Apache-2.0
// The messages of an exchange as text, one or more lines per message, in schedule files and in
// separate files (docs/schedule-format.md).
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "romcast/core/collective.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Reads lines like `message 0 from p3 to p1,p5`; a later `message 0 to p7` adds destinations. A
/// line with `from`, but without `message N`, gets the number after the largest one so far; a line
/// with neither adds destinations to the message of the line before.
class ExchangeBuilder {
 public:
  /// The network must outlive this object.
  explicit ExchangeBuilder(const Topology& network) : network_(network) {}
  /// Reads a line. Throws InputError "found; allowed" without a location.
  void add(std::span<const std::string_view> words);
  /// The exchange of all messages read. Throws InputError if no message was read, or if a number
  /// below the largest message number is missing.
  [[nodiscard]] Collective finish() const;
  /// The processor with a name or a number. Throws InputError "found; allowed".
  [[nodiscard]] NodeId processor(std::string_view name) const;

 private:
  struct Entry {
    NodeId origin = 0;
    std::set<NodeId> destinations{};
  };
  void add_destinations(MessageId message, Entry& entry, std::string_view names) const;

  const Topology& network_;
  std::map<MessageId, Entry> entries_;
  MessageId latest_ = kNone;  // message of the previous line
};

/// The lines of an exchange, with the numbers of messages and the names of nodes. Long lines are
/// split, because readers limit the length of a line.
std::string exchange_text(const Topology& network, const Collective& exchange);

/// Reads a file of such lines. Throws InputError "file:line: found; allowed".
Collective load_exchange(const std::string& path, const Topology& network);

}  // namespace romcast
