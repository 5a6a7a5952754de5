// SPDX-License-Identifier: Apache-2.0
// The class Words puts each word of the user's endpoints into the flit of the word's message when
// the flit leaves its sender, and takes the word out of the flit that arrives.
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

  /// Returns `flit` as it leaves processor `from` in cycle `cycle`: with the word of the
  /// processor's endpoint if the message is the processor's own, otherwise unchanged.
  [[nodiscard]] std::uint64_t leaving(NodeId from, std::uint64_t flit, Cycle cycle);
  /// Puts words into the flits of the trace's entries from `traced` on, in the trace and on the
  /// links, which carry these flits in the next cycle.
  void leaving(Wires& fabric, std::uint64_t traced);
  [[nodiscard]] bool intact(std::uint64_t flit, MessageId message) const {
    return codec_.intact_beside_word(flit, message);
  }
  /// If the word of the intact flit is the one that was sent, passes the word to the endpoint of
  /// processor `at` and returns an empty string. Otherwise returns a complaint.
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
  // The word with which each message left its processor, to be compared with the word that arrives;
  // nullopt if the message left without a word.
  std::unordered_map<MessageId, std::optional<std::uint64_t>> sent_;
  std::uint64_t missed_ = 0;
  std::string first_missed_;
  std::exception_ptr thrown_{};
};

}  // namespace romcast
