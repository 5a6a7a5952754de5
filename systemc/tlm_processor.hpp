// SPDX-License-Identifier: Apache-2.0
// A processor of a run as TLM-2.0 sockets: a word has the address of its message.
#pragma once

#include <set>
#include <unordered_map>

#include "systemc/tlm_sockets.hpp"

namespace romcast {

class TlmProcessor final : public TlmSockets, public Endpoint {
 public:
  TlmProcessor(const sc_core::sc_module_name& name, const Collective& collective, NodeId node);

  /// Bytes of a word in a transaction: 1, 2, 4 or 8.
  static unsigned word_bytes(const Collective& collective);
  /// Call it after sockets were bound: begins to write the words that arrive. Throws InputError if
  /// a socket that the collective needs is not bound.
  void start();

  std::optional<std::uint64_t> send(const Outgoing& outgoing) override;
  void receive(const Incoming& incoming) override;

 private:
  [[nodiscard]] bool has(std::uint64_t address, std::uint64_t words) const override;
  tlm::tlm_response_status take(std::uint64_t address, const std::vector<std::uint64_t>& words,
                                sc_core::sc_time& delay) override;
  [[nodiscard]] std::string named(std::uint64_t address) const override;
  [[nodiscard]] bool own(std::uint64_t message) const;
  [[nodiscard]] bool sends() const;
  [[nodiscard]] bool receives() const;

  struct Written {
    std::uint64_t word = 0;
    sc_core::sc_time at;
  };
  const Collective& collective_;
  const Collective originals_;  // without copies of messages; a copy has the word of its original
  // For each message, its words not sent yet, in the order in which their writes take effect.
  std::unordered_map<MessageId, std::vector<Written>> written_;
  std::set<MessageId> sent_;
};

}  // namespace romcast
