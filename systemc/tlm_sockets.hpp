// SPDX-License-Identifier: Apache-2.0
// The TLM-2.0 sockets of a processor: writes to its target socket hold words that it sends, and
// words that arrive are written through its initiator socket to a memory of the user.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <deque>
#include <string>
#include <systemc>
#include <vector>

#include "systemc/romcast/systemc.hpp"

namespace romcast {

class TlmSockets : public sc_core::sc_module {
 public:
  [[nodiscard]] TlmTarget& target() { return target_; }
  [[nodiscard]] TlmInitiator& initiator() { return initiator_; }
  /// A sentence on words that the memory has refused or not taken yet, or that have no memory;
  /// empty if there are none.
  [[nodiscard]] std::string complaint() const;

 protected:
  /// `bytes`: bytes of a word in a transaction, up to 8.
  TlmSockets(const sc_core::sc_module_name& name, NodeId node, unsigned bytes);

  [[nodiscard]] NodeId node() const { return node_; }
  [[nodiscard]] unsigned bytes() const { return bytes_; }
  [[nodiscard]] bool has_initiator() const { return target_.get_base_port().size() > 0; }
  [[nodiscard]] bool has_memory() const { return initiator_.size() > 0; }
  /// Call it after sockets were bound: begins to write the words that arrive, if there is a memory.
  void begin_delivery();
  void deliver(std::uint64_t address, std::uint64_t word);
  /// True if all arrived words were written before the current time, and delayed() is false.
  [[nodiscard]] bool delivered() const;
  /// True if a delay that the memory has added is not over.
  [[nodiscard]] bool delayed() const { return busy_until_ > sc_core::sc_time_stamp(); }

  /// True if a write of `length` bytes may have this streaming width: the number of bytes after
  /// which the addresses of the words repeat.
  [[nodiscard]] virtual bool allows(unsigned streaming_width, unsigned length) const {
    return streaming_width >= length;
  }
  /// True if a write may have this number of words from this address on.
  [[nodiscard]] virtual bool has(std::uint64_t address, std::uint64_t words) const = 0;
  /// Takes the words of a write, with `delay` as in b_transport(); returns TLM_OK_RESPONSE if all
  /// words are taken, otherwise TLM_GENERIC_ERROR_RESPONSE.
  virtual tlm::tlm_response_status take(std::uint64_t address,
                                        const std::vector<std::uint64_t>& words,
                                        sc_core::sc_time& delay) = 0;
  /// Names the word at an address, for complaints.
  [[nodiscard]] virtual std::string named(std::uint64_t address) const = 0;

 private:
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  [[nodiscard]] tlm::tlm_response_status answer(const tlm::tlm_generic_payload& transaction,
                                                sc_core::sc_time& delay);
  void write_arrivals();
  void write(std::uint64_t address, std::uint64_t word);

  struct Arrived {
    std::uint64_t address = 0, word = 0;
  };
  const NodeId node_;
  const unsigned bytes_;
  // Optional, since a processor that sends or receives nothing leaves a socket unbound.
  tlm_utils::simple_target_socket_optional<TlmSockets> target_{"target"};
  tlm_utils::simple_initiator_socket_optional<TlmSockets> initiator_{"initiator"};
  std::deque<Arrived> arrived_;
  sc_core::sc_event arrival_;
  sc_core::sc_time returned_, busy_until_;  // when the latest write returned; the end of its delay
  std::uint64_t refused_ = 0, without_memory_ = 0;
  std::string first_refused_;
};

}  // namespace romcast
