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
  bool waits = false;  ///< begins when start() is called, else with the simulation
  TakeTrace trace{};
};

/// Runs a plan once, on the user's sc_start(). It is built before the simulation; the run must
/// outlive it, and has one network. With t0 the time at which the network begins, cycle t begins at
/// t0 + t*cycle: a word leaves in cycle t if it was written before that time. A word that arrives
/// in cycle t is handed on at its end, t0 + (t+1)*cycle.
///
/// A word has the address of its message in both directions: number * word_bytes(). Errors are
/// InputError; those of a simulation that has been stopped come out of report().
class SystemcNetwork final : public sc_core::sc_module {
 public:
  SystemcNetwork(const sc_core::sc_module_name& name, Run& run, SystemcSettings settings = {});
  ~SystemcNetwork() override;

  /// This processor is an endpoint of the user's, instead of a pair of sockets.
  void attach(NodeId processor, Endpoint& endpoint);
  /// Takes writes of the processor's own words; to be bound where the processor has messages to
  /// send.
  TlmTarget& target(NodeId processor);
  /// Writes the words that arrive; to be bound where the processor receives messages.
  TlmInitiator& initiator(NodeId processor);

  /// Bytes of a word in a transaction, of the host's byte order: 1, 2, 4 or 8.
  [[nodiscard]] unsigned word_bytes() const;
  [[nodiscard]] std::uint64_t address(MessageId message) const;

  /// Begins, where the settings let it wait. Later calls have no effect.
  void start();
  /// The plan has been run.
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
  /// A frame starts when each source has its words of the frame and each sink capacity for them,
  /// and there are no credits. Reductions are always on demand.
  bool on_demand = false;
  std::string operation = "add";              ///< of a reduction: add, min, max, and, or
  bool is_signed = false;                     ///< min and max of numbers in two's complement
  sc_core::sc_time cycle{1, sc_core::SC_NS};  ///< time of a clock
  ModelSettings models{};
};

/// The Verilog of a fabric (docs/fabric.md) in the user's own SystemC simulation: endpoints send
/// and receive words by AXI4-Streams, or sockets, for as long as the simulation lasts. Frames run
/// some thousand clocks after its beginning, once the tables are loaded over the bus. A clock is a
/// rising edge at a multiple of the cycle.
class SystemcFabric final : public sc_core::sc_module {
 public:
  /// `problem`: a collective that moves messages, or flows (Collective::of_flows), which are sent
  /// once in each frame; its option `period` is auto unless given. Throws InputError, or
  /// MissingError if a tool that builds the model is missing.
  SystemcFabric(const sc_core::sc_module_name& name, Problem problem,
                SystemcFabricSettings settings = {});
  ~SystemcFabric() override;

  /// Names of flows, by number: those of the problem, else "p0>p3". Flows that end with ".credit"
  /// carry no words.
  [[nodiscard]] const std::vector<std::string>& flows() const;
  /// The number of the flow that leads from one processor to another one alone. Throws InputError
  /// if there is none, or if there are several.
  [[nodiscard]] std::uint32_t flow(NodeId from, NodeId to) const;
  /// The words of this processor are the endpoint's, which must outlive the simulation.
  void attach(NodeId processor, StreamEndpoint& endpoint);
  /// Instead of an endpoint: takes writes of words of flows that begin at this processor. A write
  /// returns in the clock in which its last word is taken.
  TlmTarget& target(NodeId processor);
  /// Instead of an endpoint: writes each word that arrives, in the clock in which it does. The sink
  /// stalls until the memory has returned, and for the delay that it adds.
  TlmInitiator& initiator(NodeId processor);

  /// Bytes of a word in a transaction, of the host's byte order: payload / 8.
  [[nodiscard]] unsigned word_bytes() const;
  /// The address of a flow's words in both directions: the last word of a write ends a packet, or
  /// the packet goes on. Throws InputError if there is no such flow.
  [[nodiscard]] std::uint64_t address(std::uint32_t flow, bool ends = true) const;

  /// Frames run.
  [[nodiscard]] const sc_core::sc_event& started() const;
  /// Asks no source for further words, waits until all words have arrived, and ends the frames.
  void stop();
  [[nodiscard]] bool ended() const;
  [[nodiscard]] const sc_core::sc_event& done() const;
  /// Figures of the Verilog, once it has ended. Latencies are at most the schedule's.
  FabricReport report();

 private:
  struct State;
  const std::unique_ptr<State> state_;
};

}  // namespace romcast
