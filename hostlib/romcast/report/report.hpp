// SPDX-License-Identifier: Apache-2.0
// The result of a run: theory | plan | hardware, as JSON (schema romcast.run/1) and as a table.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/memories.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {

/// Figures of one level of switches, from the switches' high-water marks; nullopt if the switches
/// have no such mark.
struct MeasuredLevel {
  unsigned level = 0;
  std::optional<std::uint32_t> max_queue{}, max_waiting{}, max_up_fifo{}, max_down_fifo{};
};

/// Results of the Verilog, co-simulated or on a board.
struct Measured {
  std::string control;  ///< "rule" or "rom"; "board" on a board, which shows no trace
  Cycle cycles = 0;
  std::uint64_t hops = 0, delivered = 0, expected = 0;
  std::optional<std::uint32_t> max_queue{}, max_waiting{};
  /// As Report::occupancy, from the high-water marks of the nodes.
  std::optional<std::uint32_t> max_occupancy{};
  /// As `waiting` in Report; nodes of direct networks have no mark for it.
  std::optional<std::uint32_t> max_passing_waiting{};
  std::vector<MeasuredLevel> levels;
  std::vector<QueueDepth> depths;          ///< `needed`: from the queues' high-water marks
  std::vector<NodeRegisters> registers{};  ///< of every node, read from the Verilog
  /// Number of switches with the flag set; the crossbar of a fully connected network counts as one.
  std::uint64_t overflows = 0, underflows = 0, contentions = 0;
  /// Cycles that links were occupied, start-ups included, summed over the links; direct networks
  /// only.
  std::optional<std::uint64_t> busy{};
  std::optional<Cycle> item_delay{};  ///< as in Verdict, of the trace
  std::optional<bool> ordered{};      ///< as in Verdict, of the trace
  std::vector<Violation> violations;  ///< violations that the judge found in the trace
  std::uint64_t violation_count = 0;
  /// Other errors: wrong payloads, counters that disagree with the trace, gated switches that would
  /// have changed.
  std::vector<std::string> complaints;
  std::uint64_t missed = 0;  ///< messages sent without a word; > 0 adds a complaint
  bool trace_equals_plan = false;
  std::string first_difference;  ///< empty if equal
  std::string target{};          ///< "sim", "netlist" or the board's serial port; no board: ""

  [[nodiscard]] bool on_board() const { return !target.empty(); }
};

/// "3 images, at most 40 words of 12 bits, 1440 bits in all".
std::string rom_text(const RomSize& rom);

/// The table of queues in a report: where, queue, needed, built, ...
nlohmann::ordered_json depths_json(const std::vector<QueueDepth>& depths);

/// A queue of one node, named as by name(const QueueDepth&). A node with banks has one NodeDepth
/// for each link into the node.
struct NodeDepth {
  std::string queue;                         ///< "own", "bank", "store", "up branch", ...
  std::string from{};                        ///< of a bank: the sender
  std::uint32_t lane = 0;                    ///< of a bank: the lane of the channel
  std::uint32_t needed = 0;                  ///< slots
  std::optional<std::uint32_t> occupancy{};  ///< messages at the same time
  std::optional<std::uint32_t> measured{};   ///< slots, by a mark of the node
  std::uint32_t built = 0;
};

/// The queues of one node.
struct NodeReport {
  std::string name, role;  ///< role: processor, endpoint (does not forward) or switch
  std::optional<std::uint32_t> occupancy{}, waiting{};  ///< of messages that pass through
  std::uint32_t own = 0;                                ///< number of the node's own messages
  std::optional<std::uint32_t> measured{};              ///< occupancy, by the node's mark
  std::vector<NodeDepth> depths{};
};
nlohmann::ordered_json nodes_json(const std::vector<NodeReport>& nodes);
std::string node_rows(const std::vector<NodeReport>& nodes);

struct Cost {
  std::optional<std::uint64_t> switch_cycles{}, evaluations{}, audited{};
  std::optional<double> plan{}, check{}, cosimulate{};  ///< CPU seconds
  std::optional<double>
      build{};  ///< wall-clock seconds to build switch models; 0 if all were cached
};

/// The part of a report that an option adds, made by the code of that option.
struct ReportSection {
  std::string key;                        ///< in JSON, where it follows the ROMs
  nlohmann::ordered_json json = nullptr;  ///< null unless the option is given
  std::string rows{};                     ///< of the table
};

struct Report {
  nlohmann::ordered_json scenario;
  Theory theory;
  std::optional<Verdict> plan;
  double cycle_seconds = 0;             ///< duration of a cycle, where links have bandwidths
  std::uint64_t plan_left_out = 0;      ///< idle cycles that the verdict on the plan omits
  std::vector<QueueDepth> plan_depths;  ///< needs of the plan for each kind of queue
  /// Maximum number of messages that pass through one node, at the end of a cycle: received over
  /// links and not yet forwarded. Own messages, which only nodes of direct networks have, do not
  /// count.
  std::optional<std::uint32_t> occupancy;
  /// The same for messages that stay after the sends of a cycle.
  std::optional<std::uint32_t> waiting;
  bool own_stores = false;  ///< the stores of nodes also hold their own messages
  bool own_waits = false;   ///< own messages leave the stores when they are sent
  std::optional<std::vector<NodeReport>> nodes;  ///< if asked for
  std::optional<Measured> hardware;
  std::optional<RomSize> rom, processor_rom;
  std::vector<ReportSection> sections{};
  std::string shallow;       ///< names a given queue depth that is too small, and the needed one
  std::string plan_note;     ///< how the plan was judged, if not hop by hop
  std::optional<Rate> rate;  ///< for many messages, if the planner knows it
  std::optional<PeriodVerdict> period;  ///< of a periodic schedule
  std::optional<SeamVerdict> seam;      ///< of the change from this schedule to another one
  std::string rom_note;                 ///< why the switches were not run from ROMs
  Cost cost;

  /// True if there is a plan, and the judge found no violation in it.
  [[nodiscard]] bool legal() const { return plan && plan->violation_count == 0; }
  /// True if there are no failures().
  [[nodiscard]] bool pass() const { return failures().empty(); }
  /// One line per reason why the verdict is "fail".
  [[nodiscard]] std::vector<std::string> failures() const;
  [[nodiscard]] nlohmann::ordered_json json() const;
  /// Formats a table that ends with the verdict and the failures. If the rows of queues are wider
  /// than `columns`, they omit the bits.
  [[nodiscard]] std::string table(std::size_t columns = std::string::npos) const;
};

/// A flow of a fabric, after a run of the fabric's Verilog (docs/fabric.md).
struct FabricFlowReport {
  std::string name, from;
  std::vector<std::string> to;
  std::uint32_t words = 0;  ///< per frame of the first mode
  /// Maximum number of clocks from the start of a word's wait to the word's arrival. The wait
  /// starts at the flow's last slot before the word's own slot, as the word may just have missed
  /// that slot; if FabricReport::on_demand, at slot 0 of the frame. `latency`: by the schedule.
  /// `measured`: in the Verilog; nullopt if no word arrived, or none with a known start of its
  /// wait.
  Cycle latency = 0;
  std::optional<Cycle> measured{};
  /// Maximum difference between the transit times of words that one slot of a table sends to one
  /// receiver.
  Cycle jitter = 0;
  std::uint32_t bound = 0;  ///< requested bound of the latency; 0: none
  std::uint64_t sent = 0, received = 0;
  bool credit_only = false;
  bool operator==(const FabricFlowReport&) const = default;
};

/// Depths of a queue of a fabric's endpoint, in words.
struct FabricQueueReport {
  std::uint32_t needed = 0;  ///< by the schedule; 0: no flow uses it
  std::uint32_t high = 0;    ///< high-water mark of the Verilog
  std::uint32_t built = 0;
  /// Results of separate runs with queues of `needed` words (enough), and of one word less
  /// (one_less_enough): true if the queue sufficed; nullopt if there was no such run.
  std::optional<bool> enough{}, one_less_enough{};
};

struct FabricEndReport {
  std::string name;
  std::uint64_t out = 0,
                in = 0;  ///< words sent into the network, and received, by the Verilog's counters
  /// Slots in which no word was sent: there was no word (missed), or no credit (stalled).
  std::uint64_t missed = 0, stalled = 0;
  bool stalls = false;  ///< the sink may stall
  FabricQueueReport tx{}, rx{};
};

/// A periodic schedule, run on the Verilog of a fabric.
struct FabricReport {
  nlohmann::ordered_json scenario;
  std::uint64_t fingerprint = 0;
  unsigned payload = 0;
  bool on_demand = false;  ///< latencies count from the beginning of a frame
  std::size_t tiles = 0;
  std::vector<Cycle> periods;  ///< one for each mode
  std::optional<Cycle> bound{};
  std::string bound_source{};
  std::uint64_t clocks = 0, frames = 0;  ///< from the first frame to the last one
  std::uint64_t words = 0;               ///< words that receivers took
  /// Clocks from COMMIT until the other table runs; nullopt without a change of modes.
  std::optional<std::uint64_t> change{};
  std::vector<FabricFlowReport> flows;
  std::vector<FabricEndReport> ends;
  std::vector<std::string> failures;  ///< a line each, the cause first

  [[nodiscard]] bool pass() const { return failures.empty(); }
  /// Schema romcast.fabric-run/1, docs/json.md.
  [[nodiscard]] nlohmann::ordered_json json() const;
  /// A table that ends with the verdict. Flows with equal figures share a row, as do endpoints.
  [[nodiscard]] std::string table() const;
};

}  // namespace romcast
