// SPDX-License-Identifier: Apache-2.0
// The result of a run: theory | plan | hardware, as JSON (schema romcast.run/1) and as a table.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/report/measured.hpp"

namespace romcast {

/// The part of a report that an option adds, made where the option acts.
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
  std::uint64_t plan_left_out = 0;      ///< cycles of the plan beyond those of its verdict
  std::vector<QueueDepth> plan_depths;  ///< needs of the plan for each kind of queue
  /// Most messages that pass through one node, at the end of a cycle: they came over links and go
  /// on. Own messages do not count; only nodes of direct networks have any.
  std::optional<std::uint32_t> occupancy;
  std::optional<std::uint32_t> waiting;  ///< of them: most that stay after the sends of a cycle
  bool own_stores = false;               ///< nodes also hold their own messages
  bool own_waits = false;                ///< which leave when they are sent
  std::optional<std::vector<NodeReport>> nodes;  ///< if asked for
  std::optional<Measured> hardware;
  std::optional<RomSize> rom, processor_rom;
  std::vector<ReportSection> sections{};
  std::string shallow;       ///< names a given queue depth that is too small, and the needed one
  std::string plan_note;     ///< how the plan was judged, if not hop by hop
  std::optional<Rate> rate;  ///< of many messages, where the planner knows it
  std::optional<PeriodVerdict> period;  ///< of a schedule that repeats
  std::optional<SeamVerdict> seam;      ///< of its change to another one
  std::string rom_note;                 ///< why the switches were not run from ROMs
  Cost cost;

  /// True if all columns agree and no rule was violated.
  [[nodiscard]] bool pass() const { return failures().empty(); }
  /// One line per reason why the verdict is "fail".
  [[nodiscard]] std::vector<std::string> failures() const;
  [[nodiscard]] nlohmann::ordered_json json() const;
  /// Formats a table that ends with the verdict. Tables are narrowed to `columns`; texts are not.
  [[nodiscard]] std::string table(std::size_t columns = std::string::npos) const;
};

/// A flow of a fabric, whose Verilog has run (docs/fabric.md).
struct FabricFlowReport {
  std::string name, from;
  std::vector<std::string> to;
  std::uint32_t words = 0;  ///< of a frame of the first mode
  /// Clocks from a word's first chance to be sent, or on demand from the beginning of its frame,
  /// until it has arrived, at most: by the schedule, and as the Verilog did it; nothing if no two
  /// words in a row were seen.
  Cycle latency = 0;
  std::optional<Cycle> measured{};
  Cycle jitter = 0;         ///< difference between the same slots of all frames, at most
  std::uint32_t bound = 0;  ///< of the latency, as asked for; 0: none
  std::uint64_t sent = 0, received = 0;
  bool credit_only = false;
  bool operator==(const FabricFlowReport&) const = default;
};

/// Words of a queue of an endpoint of a fabric.
struct FabricQueueReport {
  std::uint32_t needed = 0;  ///< by the schedule; 0: no flow uses it
  std::uint32_t high = 0;    ///< high-water mark of the Verilog
  std::uint32_t built = 0;
  /// Other Verilog, with queues of `needed` words and of one less: whether each of them sufficed.
  std::optional<bool> enough{}, one_less_enough{};
};

struct FabricEndReport {
  std::string name;
  std::uint64_t out = 0,
                in = 0;  ///< words into the network and out of it, by the Verilog's counters
  std::uint64_t missed = 0, stalled = 0;  ///< slots without a word, and without credit
  bool stalls = false;                    ///< the sink may stall
  FabricQueueReport tx{}, rx{};
};

/// A schedule that repeats, run on the Verilog of a fabric.
struct FabricReport {
  nlohmann::ordered_json scenario;
  std::uint64_t fingerprint = 0;
  unsigned payload = 0;
  bool on_demand = false;  ///< latencies count from the beginning of a frame
  std::size_t tiles = 0;
  std::vector<Cycle> periods;  ///< by mode
  std::optional<Cycle> bound{};
  std::string bound_source{};
  std::uint64_t clocks = 0, frames = 0;  ///< from the first frame to the last one
  std::uint64_t words = 0;               ///< that receivers took
  /// Clocks from COMMIT until the other table runs; nothing without a change of modes.
  std::optional<std::uint64_t> change{};
  std::vector<FabricFlowReport> flows;
  std::vector<FabricEndReport> ends;
  std::vector<std::string> failures;  ///< a line each, the cause first

  [[nodiscard]] bool pass() const { return failures.empty(); }
  /// Schema romcast.fabric-run/1, docs/json.md.
  [[nodiscard]] nlohmann::ordered_json json() const;
  /// A table that ends with the verdict; flows, and endpoints, with equal figures share a row.
  [[nodiscard]] std::string table() const;
};

}  // namespace romcast
