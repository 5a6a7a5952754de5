// SPDX-License-Identifier: Apache-2.0
// A processor by TLM-2.0 sockets: writes to its target socket are the words that it sends, and it
// writes those that arrive through its initiator socket.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <deque>
#include <set>
#include <string>
#include <systemc>
#include <unordered_map>

#include "systemc/romcast/systemc.hpp"

namespace romcast {

class TlmProcessor final : public sc_core::sc_module, public Endpoint {
 public:
  TlmProcessor(const sc_core::sc_module_name& name, const Collective& collective, NodeId node);

  /// 1, 2, 4 or 8.
  static unsigned word_bytes(const Collective& collective);
  [[nodiscard]] TlmTarget& target() { return target_; }
  [[nodiscard]] TlmInitiator& initiator() { return initiator_; }
  /// Once sockets are bound: begins to write what arrives. Throws InputError if a socket is not
  /// bound that the collective needs.
  void start();
  /// Words that the memory has refused, or not taken yet; empty if there are none.
  [[nodiscard]] std::string complaint() const;

  std::optional<std::uint64_t> send(const Outgoing& outgoing) override;
  void receive(const Incoming& incoming) override;

 private:
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  [[nodiscard]] tlm::tlm_response_status accept(const tlm::tlm_generic_payload& transaction,
                                                sc_core::sc_time from);
  [[nodiscard]] bool own(std::uint64_t message) const;
  [[nodiscard]] bool sends() const;
  [[nodiscard]] bool receives() const;
  void deliver();
  void write(const Incoming& incoming);

  struct Written {
    std::uint64_t word = 0;
    sc_core::sc_time at;
  };
  const Collective& collective_;
  const Collective originals_;  // a word is for all copies of a message
  const NodeId node_;
  const unsigned bytes_;
  // Optional: a processor that sends nothing leaves one of them unbound.
  tlm_utils::simple_target_socket_optional<TlmProcessor> target_{"target"};
  tlm_utils::simple_initiator_socket_optional<TlmProcessor> initiator_{"initiator"};
  std::unordered_map<MessageId, Written> written_;  // and not sent yet
  std::set<MessageId> sent_;
  std::deque<Incoming> arrived_;
  sc_core::sc_event arrival_;
  std::uint64_t refused_ = 0;
  std::string first_refused_;
};

}  // namespace romcast
