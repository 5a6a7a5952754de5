// SPDX-License-Identifier: Apache-2.0
// The Verilog network as a module of the user's own SystemC simulation: accelerators send and
// receive by TLM-2.0 sockets, one pair per processor, or as Endpoints (docs/endpoints.md). Needs
// SystemC's headers, which romcast.hpp does not.
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <tlm>

#include "romcast/report/report.hpp"
#include "romcast/run/cosimulation.hpp"

namespace romcast {

/// Sockets of 32 bits, as TLM's are by default, which may stay unbound.
using TlmTarget =
    tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
using TlmInitiator =
    tlm::tlm_initiator_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

struct SystemcSettings {
  sc_core::sc_time cycle{1, sc_core::SC_NS};  ///< time of a clock cycle
  bool waits = false;  ///< true: begins when start() is called; false: with the simulation
  TakeTrace trace{};
};

/// Runs a plan once, in the user's simulation. The network must be built before the simulation
/// starts, and must outlive it; the run must outlive the network. If the network begins at time t0,
/// cycle t begins at t0 + t*cycle. A word that leaves in cycle t must be written before the cycle
/// begins. A word that arrives in cycle t is delivered when the cycle ends.
///
/// A word has the address of its message in both directions: number * word_bytes(). Errors are
/// InputError, or MissingError if a tool that builds the models is missing; report() throws an
/// error that has stopped the simulation.
class SystemcNetwork final : public sc_core::sc_module {
 public:
  SystemcNetwork(const sc_core::sc_module_name& name, Run& run, SystemcSettings settings = {});
  ~SystemcNetwork() override;

  /// Connects an endpoint of the user to this processor, instead of a pair of sockets.
  void attach(NodeId processor, Endpoint& endpoint);
  /// The socket that takes writes of the processor's own words. It must be bound if the processor
  /// sends own messages and has no endpoint.
  TlmTarget& target(NodeId processor);
  /// The socket that writes arriving words to the user's memory. It must be bound if the processor
  /// receives messages and has no endpoint.
  TlmInitiator& initiator(NodeId processor);

  /// Bytes of a word in a transaction, of the host's byte order: 1, 2, 4 or 8.
  [[nodiscard]] unsigned word_bytes() const;
  [[nodiscard]] std::uint64_t address(MessageId message) const;

  /// Begins the run if `waits` is set. If start() is called before the simulation, the run begins
  /// with the simulation. Calls after the first one have no effect.
  void start();
  /// True if the plan has been run; done() is notified then.
  [[nodiscard]] bool ended() const;
  [[nodiscard]] const sc_core::sc_event& done() const;
  /// Theory, plan and what the Verilog measured, once the network has ended.
  Report report();

 private:
  void start_of_simulation() override;

  struct State;
  const std::unique_ptr<State> state_;
};

struct SystemcFabricSettings {
  unsigned payload = 32;  ///< bits of a word: 8, 16, .. 64
  bool credits = true;    ///< sinks may stall, and then their senders wait
  /// A frame starts once every source has its words of the frame, and every sink has capacity for
  /// its words; `credits` then has no effect. Reductions are always on demand.
  bool on_demand = false;
  std::string operation = "add";  ///< of a reduction: "add", "min", "max", "and" or "or"
  bool is_signed = false;         ///< min and max of numbers in two's complement
  sc_core::sc_time cycle{1, sc_core::SC_NS};  ///< time of a clock
  ModelSettings models{};
};

/// The Verilog of a fabric (docs/fabric.md) in the user's own SystemC simulation: endpoints send
/// and receive words by AXI4-Streams, or sockets, for as long as the simulation lasts; the fabric
/// must outlive it. Frames begin hundreds to thousands of clocks after the beginning of the
/// simulation, once the tables are loaded over the bus. Rising edges of the clock are at multiples
/// of the cycle.
class SystemcFabric final : public sc_core::sc_module {
 public:
  /// `problem`: a collective, or flows (Collective::of_flows), whose messages are sent once in each
  /// frame. The problem's option `period` is auto unless given. Throws InputError, or MissingError
  /// if a tool that builds the model is missing.
  SystemcFabric(const sc_core::sc_module_name& name, Problem problem,
                SystemcFabricSettings settings = {});
  ~SystemcFabric() override;

  /// Names of flows, by number: those of the problem; the flows of a collective have names like
  /// "p0>p3". Flows whose names end with ".credit" carry no words.
  [[nodiscard]] const std::vector<std::string>& flows() const;
  /// The number of the flow that begins at `from` and has `to` as its only receiver. Throws
  /// InputError if there is no such flow, or if there are several.
  [[nodiscard]] std::uint32_t flow(NodeId from, NodeId to) const;
  /// Connects an endpoint to this processor; the endpoint must outlive the simulation.
  void attach(NodeId processor, StreamEndpoint& endpoint);
  /// Instead of an endpoint: the socket that takes writes of the words of flows that begin at this
  /// processor. A write returns in the clock in which the fabric takes the write's last word.
  TlmTarget& target(NodeId processor);
  /// Instead of an endpoint: the socket that writes each word to a memory of the user, in the clock
  /// in which the word arrives. The sink stalls until the memory's b_transport has returned, and
  /// then for the delay that b_transport has added.
  TlmInitiator& initiator(NodeId processor);

  /// Bytes of a word in a transaction, of the host's byte order: payload / 8.
  [[nodiscard]] unsigned word_bytes() const;
  /// The address of a flow's words in both directions; `ends`: the last word of the write ends a
  /// packet. Throws InputError if there is no such flow.
  [[nodiscard]] std::uint64_t address(std::uint32_t flow, bool ends = true) const;

  /// Notified when the frames begin.
  [[nodiscard]] const sc_core::sc_event& started() const;
  /// Requests the end: sources are asked for no further words. Once all words have arrived, or no
  /// word has arrived for many clocks, frames end and done() is notified.
  void stop();
  [[nodiscard]] bool ended() const;
  [[nodiscard]] const sc_core::sc_event& done() const;
  /// Figures of the Verilog; throws InputError unless ended(). Rethrows an exception of an
  /// endpoint, which has ended the simulation. The measured latency of a flow that sent few words
  /// may be below the latency by the schedule.
  FabricReport report();

 private:
  void start_of_simulation() override;

  struct State;
  const std::unique_ptr<State> state_;
};

}  // namespace romcast
