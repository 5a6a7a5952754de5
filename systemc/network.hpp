// SPDX-License-Identifier: Apache-2.0
// The SystemC network: Verilated switches in banks, processors as modules, and a process that runs
// at each clock edge.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <queue>
#include <span>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "romcast/core/memories.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/machines/network_builder.hpp"
#include "systemc/boundary.hpp"
#include "systemc/fabric.hpp"
#include "systemc/node_bank.hpp"
#include "systemc/processor.hpp"
#include "systemc/straps.hpp"

namespace romcast {

class Words;

/// How a network is run.
struct RunControl {
  bool gated = true;   ///< evaluate only switches that can change
  bool audit = false;  ///< also evaluate sleeping switches and count those that change
  /// Cycle of the last planned hop. If not gated, the run ends after a drain (kDrain cycles).
  Cycle last_hop = 0;
  Cycle limit = 0;  ///< give up after this cycle
  sc_core::sc_time cycle{1, sc_core::SC_NS};
  sc_core::sc_event* start = nullptr;  ///< begins the run; nullptr: the simulation begins it
  /// Called at the end of the run; if it is empty, the run stops the simulation instead.
  std::function<void()> ended{};
  /// On several ranks: if true, every rank receives the hops that its own nodes send or receive; if
  /// false, the first rank receives all hops.
  bool trace_apart = false;
  /// Receives the trace in pieces of whole cycles.
  std::function<void(std::span<const LinkFlit>)> trace{};
  /// Called after every edge, for waveforms; may be empty.
  std::function<void(Cycle)> after_edge{};
};

/// Costs of a run.
struct RunCost {
  Cycle cycles = 0;
  Evaluations evaluations{};
  std::uint64_t across = 0;    ///< events that crossed between ranks
  std::vector<double> busy{};  ///< CPU seconds of each rank, without waiting for others
};

/// Owns the memory of the links (Wires), steps the banks and wakes the processors.
class Network : public sc_core::sc_module, public NetworkBuilder {
 public:
  /// `local_lanes`: number of local links of a node (NetworkBuilder::local_link()); 0 in trees.
  /// `switches_compute`: switches have processors, too. Call add_processor() in the nodes' order.
  Network(const sc_core::sc_module_name& name, const Topology& topology,
          std::vector<std::unique_ptr<NodeBank>> banks, std::unique_ptr<TimeBase> time,
          unsigned local_lanes = 0, bool switches_compute = false);
  ~Network() override;

  /// Restricts building and running to the nodes that this rank owns. Call it before nodes are
  /// added; the boundary must outlive the network.
  void divide(Boundary& boundary);
  /// Nodes that a waveform may show; call it before they are added.
  void choose_recorded(std::vector<NodeId> nodes) { recorded_ = std::move(nodes); }
  void add_switch(std::uint32_t bank, NodeId node, const std::string& name,
                  const std::vector<Strap>& straps, Pins pins) override;
  /// The crossbar's bank must follow the banks of the nodes: flits cross the crossbar in the cycle
  /// in which they are sent.
  void add_crossbar(std::uint32_t bank, const std::vector<Strap>& straps,
                    Crossbar crossbar) override;
  void add_line(std::uint32_t bank, LinkId link, const std::vector<Strap>& straps) override;
  void load(NodeId node, std::uint32_t address, std::span<const std::uint32_t> word) override;
  void load_crossbar(std::uint32_t address, std::span<const std::uint32_t> word) override {
    banks_[crossbar_bank_]->load(0, address, word.data());
  }
  void inject(NodeId node, std::uint64_t flit) override;
  /// Valid after the run: on the first rank for all nodes, on other ranks only for owned nodes.
  [[nodiscard]] Registers registers_of(NodeId node) const;
  /// The registers of one line, and the link that the line delays.
  struct LineRegisters {
    LinkId link = 0;
    Registers registers;
  };
  /// The registers of all lines, in the order of the links.
  [[nodiscard]] std::vector<LineRegisters> registers_of_lines() const;
  [[nodiscard]] Registers registers_of_crossbar() const { return read(crossbar_bank_, 0); }
  void add_processor(std::unique_ptr<Processor> processor);
  /// Call it after all processors were added: they send and receive these words, which must outlive
  /// the run.
  void carry(Words& words);
  /// Elaborates and simulates; can be called once in a program. After a run on several ranks, the
  /// first rank's network has the results of all ranks.
  void run(RunControl control);
  /// run() in two parts, if the caller starts the simulation: call begin() before the simulation,
  /// and end() after it.
  void begin(RunControl control);
  void end();
  [[nodiscard]] bool ended() const { return ended_; }

  [[nodiscard]] Wires& fabric() { return fabric_; }
  [[nodiscard]] NodeBank& bank_of(NodeId node) { return *banks_[owners_[node].bank]; }
  [[nodiscard]] std::uint32_t local_of(NodeId node) const { return owners_[node].local; }
  [[nodiscard]] const std::vector<std::unique_ptr<Processor>>& processors() const {
    return processors_;
  }
  /// The requests of a node to its processor: one entry in fully connected networks, one per local
  /// link if switches compute; other networks have none.
  [[nodiscard]] ProcessorRequest* requests_of(NodeId node) {
    return &requests_[topology().crossbar() ? node : std::size_t{node} * local_lanes()];
  }
  /// Wakes a processor at the edge of a later cycle.
  void wake_processor_at(NodeId processor, Cycle cycle);
  [[nodiscard]] const RunCost& cost() const { return cost_; }

 private:
  void place_inboxes(bool switches_compute);
  std::uint32_t add_inbox(std::uint32_t lanes);
  void connect(NodeId node, const Pins& pins);
  void set_lane(LinkId link, std::uint32_t lane);
  void announce();
  void edge();
  void step_all();
  void step_with_words(std::uint32_t bank);
  void edge_on_ranks();
  void step_part();
  [[nodiscard]] std::size_t traced_each_cycle() const;
  // The nodes of a bank that step_bank() steps. On several ranks the nodes at the edge of a part
  // are stepped before those inside, so that other ranks wait less.
  enum class Which { all, at_edge, inside };
  void step_bank(std::uint32_t bank, Which which);
  std::uint32_t edge_first(std::uint32_t bank, std::uint32_t* nodes, std::uint32_t count,
                           bool begins);
  void audit_bank(std::uint32_t bank, const WakeList& awake);
  bool wake_processors();
  [[nodiscard]] bool idle() const;
  bool finished();
  void flush_trace(bool all);
  void merge_traces();
  void hand_on(std::size_t hops);
  void hand_on_some();
  void hand_on_all();
  [[nodiscard]] bool here(NodeId node) const {
    return boundary_ == nullptr || boundary_->here(node);
  }
  void wake_all();
  void gather_results();
  [[nodiscard]] std::string results() const;
  void take_results(std::string text);
  [[nodiscard]] Registers read(std::uint32_t bank, std::uint32_t local) const;
  const std::uint32_t* keep(std::vector<std::uint32_t> values);

  // Numbers of receivers: a node has its own number, processor i has first_processor_ + i, line i
  // of lines_ has first_line_ + i. Without local links a node and its processor are one receiver.
  NodeId first_processor_;
  std::vector<std::unique_ptr<NodeBank>> banks_;
  std::vector<std::shared_ptr<const Registers::Names>> register_names_;  // by bank
  std::unique_ptr<TimeBase> time_;
  std::vector<std::unique_ptr<Processor>> processors_;
  RunControl control_;
  Wires fabric_;
  std::uint32_t woken_ = 0;  // number of processors woken at this edge
  bool announced_ = false, started_ = false, ended_ = false;
  std::exception_ptr broken_{};   // caught by edge_on_ranks(), thrown again by end()
  Boundary* boundary_ = nullptr;  // to other ranks, if any
  Cycle busy_until_ = 0;          // several ranks: cycle after the last in which an owned node ran
  Cycle trace_interval_ = 1;      // clock edges between two merges of the ranks' traces
  double busy_ = 0;               // CPU seconds of this rank without waiting
  // handed_: number of entries of merged_ that were passed to the trace; due_: number to pass in
  // the next batch.
  std::size_t handed_ = 0, due_ = 0;
  std::vector<LinkFlit> merged_;   // hops of all ranks; the latest cycle may get more
  NodeId first_line_ = kNone;      // receiver number of the first line
  std::vector<LinkId> lines_;      // links that have lines
  std::vector<bool> of_switches_;  // by bank: true if its nodes are switches
  std::uint32_t crossbar_bank_ = kNone;
  std::uint32_t crossbar_lead_ = 0;     // NodeLinks::lead
  std::vector<LinkId> crossbar_lines_;  // lines into the crossbar
  Words* words_ = nullptr;

  // The pointers in fabric_ refer to inboxes_, end_of_link_, end_of_credits_, owners_,
  // first_inbox_, woken_now_, line_, requests_, wake_ and trace_.
  struct alignas(64) CacheLine {
    unsigned char bytes[64];
  };
  std::vector<CacheLine> inboxes_[2];
  std::uint32_t inbox_end_ = 0;  // in bytes
  std::vector<Arrival> end_of_link_, end_of_credits_;
  std::vector<Owner> owners_;
  std::vector<NodeId> recorded_;
  std::vector<std::uint32_t> first_inbox_, woken_now_, line_[2];
  std::vector<ProcessorRequest> requests_;
  std::vector<WakeList> wake_;
  std::vector<std::vector<std::uint32_t>> wake_storage_;
  std::vector<LinkFlit> trace_;
  std::vector<std::vector<std::uint32_t>> wiring_;    // storage of the NodeLinks' arrays
  std::vector<std::vector<std::uint32_t>> everyone_;  // by bank: local numbers of all owned nodes
  std::vector<std::vector<char>> at_edge_;  // by bank and local number: 1 at the part's edge
  std::vector<std::uint32_t> at_edge_now_;  // by bank: number that edge_first() found
  std::vector<std::uint32_t> home_bank_;    // by node, also for nodes of other ranks
  std::vector<std::vector<std::int64_t>> elsewhere_;  // by node: registers of nodes of other ranks
  std::vector<char> awake_;

  using Alarm = std::pair<Cycle, NodeId>;
  std::priority_queue<Alarm, std::vector<Alarm>, std::greater<>> alarms_;
  RunCost cost_;
};

}  // namespace romcast
