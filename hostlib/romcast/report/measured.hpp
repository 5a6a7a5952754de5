// SPDX-License-Identifier: Apache-2.0
// Measurements of a run, and the queues and nodes of its report.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "romcast/core/memories.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {

/// Figures of one level of switches from the hardware counters; nullopt if the switch has no such
/// queue.
struct MeasuredLevel {
  unsigned level = 0;
  std::optional<std::uint32_t> max_queue{}, max_waiting{}, max_up_fifo{}, max_down_fifo{};
};

/// Results of the Verilog.
struct Measured {
  std::string control;  ///< "rule" or "rom"; "board" on a board, which shows no trace
  Cycle cycles = 0;
  std::uint64_t hops = 0, delivered = 0, expected = 0;
  std::optional<std::uint32_t> max_queue{}, max_waiting{};
  std::optional<std::uint32_t> max_occupancy{};  ///< as in Report, by the nodes' own marks
  /// As `waiting` in Report; nodes of direct networks have no mark for it.
  std::optional<std::uint32_t> max_passing_waiting{};
  std::vector<MeasuredLevel> levels;
  std::vector<QueueDepth> depths;          ///< slots that its queues needed, by their own marks
  std::vector<NodeRegisters> registers{};  ///< of every node, read from the Verilog
  /// Number of switches with the flag set; the crossbar of a fully connected network counts as one.
  std::uint64_t overflows = 0, underflows = 0, contentions = 0;
  /// Cycles that links were occupied, start-ups included, summed over the links; direct networks
  /// only.
  std::optional<std::uint64_t> busy{};
  std::optional<Cycle> item_delay{};  ///< as in Verdict, of the trace
  std::optional<bool> ordered{};      ///< as in Verdict, of the trace
  std::vector<Violation> violations;  ///< the judge's, of the trace
  std::uint64_t violation_count = 0;
  /// Other errors: payloads, counters that disagree with the trace, gated switches that would have
  /// changed.
  std::vector<std::string> complaints;
  std::uint64_t missed = 0;  ///< messages that left while their endpoint had no word; a complaint
  bool trace_equals_plan = false;
  std::string first_difference;  ///< empty if equal
  std::string target{};          ///< the board: sim, netlist or its serial port; else empty

  [[nodiscard]] bool on_board() const { return !target.empty(); }
};

/// "3 images, at most 40 words of 12 bits, 1440 bits in all".
std::string rom_text(const RomSize& rom);

/// The table of queues in a report: where, queue, needed, built, ...
nlohmann::ordered_json depths_json(const std::vector<QueueDepth>& depths);

/// A queue of one node; a store or bank of a direct network, else as in QueueDepth.
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
  std::uint32_t own = 0;                                ///< messages that it starts with
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

}  // namespace romcast
