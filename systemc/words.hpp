// SPDX-License-Identifier: Apache-2.0
// Words of the user's endpoints in the network: puts each word into the flit of its message when
// the flit leaves its processor, and takes the word out of the flit that arrives.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "romcast/core/flit.hpp"
#include "romcast/run/cosimulation.hpp"
#include "systemc/fabric.hpp"

namespace romcast {

class Words {
 public:
  /// Endpoints in the order of the processors. Throws InputError if there is not one for each
  /// processor, if messages carry no words, or if there are several ranks.
  Words(const Run& run, const FlitCodec& codec, std::vector<Endpoint*> endpoints);

  /// The flit as it leaves this processor in a cycle: with the word of the processor's endpoint if
  /// the message is the processor's own.
  [[nodiscard]] std::uint64_t leaving(NodeId from, std::uint64_t flit, Cycle cycle);
  /// Puts words into the flits of the trace's entries from `traced` on, in the trace and on the
  /// links, which carry these flits in the next cycle.
  void leaving(Wires& fabric, std::uint64_t traced);
  [[nodiscard]] bool intact(std::uint64_t flit, MessageId message) const {
    return codec_.intact_beside_word(flit, message);
  }
  /// Passes the word of an intact flit to the endpoint of a processor. Returns a complaint, empty
  /// if the word is the one that was sent.
  std::string arrived(NodeId at, MessageId message, std::uint64_t flit, Cycle cycle);

  [[nodiscard]] std::uint64_t missed() const { return missed_; }
  /// A sentence on the messages that left without a word; empty if every message had one.
  [[nodiscard]] std::string complaint() const;
  /// Rethrows the first exception of an endpoint, if any.
  void rethrow() const;

 private:
  [[nodiscard]] std::string name(MessageId message) const;
  [[nodiscard]] std::optional<std::uint64_t> ask(NodeId from, MessageId message, Cycle cycle);
  template <class Call>
  void guard(const Call& call);

  const Topology& topology_;
  const Collective& collective_;
  const Collective originals_;  // collective_ without copies of messages
  const FlitCodec& codec_;
  const std::vector<Endpoint*> endpoints_;
  // Words of messages that have left, to be compared with those that arrive.
  std::unordered_map<MessageId, std::optional<std::uint64_t>> sent_;
  std::uint64_t missed_ = 0;
  std::string first_missed_;
  std::exception_ptr thrown_{};
};

}  // namespace romcast
