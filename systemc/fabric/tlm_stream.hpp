// SPDX-License-Identifier: Apache-2.0
// The streams of a fabric's endpoint as TLM-2.0 sockets: the address of a word encodes its flow,
// and whether the word ends a packet.
#pragma once

#include <deque>

#include "systemc/fabric/fabric_bench.hpp"
#include "systemc/tlm_sockets.hpp"

namespace romcast {

class TlmStream final : public TlmSockets, public StreamEndpoint {
 public:
  /// The design must outlive it.
  TlmStream(const sc_core::sc_module_name& name, const FabricDesign& design, std::size_t tile);

  /// The address of a flow's words; `last`: the address of words that end a packet.
  static std::uint64_t address(std::uint32_t flow, bool last) {
    return std::uint64_t{flow} * kFlowBytes + (last ? 0 : kGoesOn);
  }
  /// Call it when send() is no longer called: refuses the words that send() has not returned, and
  /// later words.
  void end();
  /// Call it after the last frame: also refuses the words that send() has returned and the fabric
  /// has not taken.
  void finish();
  using TlmSockets::delayed;
  using TlmSockets::delivered;

  std::optional<StreamWord> send(std::uint64_t clock) override;
  void taken(std::uint64_t clock) override;
  bool ready(std::uint64_t clock) override;
  void receive(const StreamWord& word, std::uint64_t clock) override;

 private:
  static constexpr std::uint64_t kFlowBytes = 16, kGoesOn = 8;

  void start_of_simulation() override { begin_delivery(); }
  [[nodiscard]] bool allows(unsigned streaming_width, unsigned length) const override;
  [[nodiscard]] bool has(std::uint64_t address, std::uint64_t words) const override;
  tlm::tlm_response_status take(std::uint64_t address, const std::vector<std::uint64_t>& words,
                                sc_core::sc_time& delay) override;
  [[nodiscard]] std::string named(std::uint64_t address) const override;
  [[nodiscard]] bool begins_here(std::uint64_t flow) const;

  struct Written {
    StreamWord word{};
    sc_core::sc_time at;
  };
  const FabricDesign& design_;
  const std::size_t tile_;
  std::deque<Written> written_;                         // words not given to the stream yet
  std::uint64_t numbered_ = 0, given_ = 0, taken_ = 0;  // counts of words
  bool ended_ = false, finished_ = false;
  sc_core::sc_event progress_;
};

}  // namespace romcast
