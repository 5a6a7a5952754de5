// SPDX-License-Identifier: Apache-2.0
// Plans, judges, co-simulates and compares: from a scenario to a report.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/scenario.hpp"
#include "ranks/ranks.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/report/report.hpp"

namespace romcast {

/// Told now and then what is going on: a phase and how far it is (0..1, or less than 0: unknown).
using Progress = std::function<void(const std::string& phase, double done)>;

class Machine;
struct PlanFigures;
struct RunOptions;
/// Runs a plan and fills in the report's column `hardware`.
using HardwareRun = std::function<void(
    const Machine& machine, const Resolved& resolved, const Plan& plan, const PlanFigures& figures,
    std::optional<QueueLimit> limit, const RunOptions& options, Report& report)>;

struct RunOptions {
  std::optional<Control> control{};    ///< the algorithm's own if absent
  std::optional<FabricKind> fabric{};  ///< crossbar if absent
  std::uint32_t rom_words = 65536;     ///< words that a switch's ROM holds at most
  std::string rom_folder{};            ///< images to run instead of freshly compiled ones
  std::string save_plan{}, save_trace{};
  std::string wave_file{};
  std::vector<std::string> wave_nodes{};
  bool gated = true;
  bool audit = false;
  bool hardware = true;  ///< false: plan and theory only
  bool anyway = false;   ///< runs a given schedule that is illegal, too
  Progress progress{};
  /// Those that co-simulate together: each judges its own nodes, and only the first one has a
  /// report and writes files.
  std::shared_ptr<Ranks> ranks = no_other_ranks();
  bool in_one_place = false;  ///< plan or trace are written: the first rank must see all of them
  HardwareRun elsewhere{};    ///< runs the plan instead of the co-simulation
};

/// Runs a scenario. With hardware at most once per process.
Report run_scenario(const Scenario& scenario, const RunOptions& options);
/// `made` gets the plan, unless it has too many hops to look at each.
Report run_resolved(const Resolved& resolved, const RunOptions& options, Plan* made = nullptr);

/// A set of ROM images, for the eye.
struct RomRow {
  std::string nodes;  ///< "switches", "processors", ...
  RomSize size;
};
/// Judges the plan of a scenario, compiles it and writes the folder of images. Throws InputError if
/// they do not fit or the queues are too shallow.
std::vector<RomRow> write_roms(const std::string& folder, const Resolved& resolved,
                               const RunOptions& options);

/// What a Verilog design takes, and what its run must show.
struct RtlSummary {
  std::size_t nodes = 0, processors = 0, words = 0;
  unsigned word_bits = 0;  ///< of the load port
  std::uint64_t cycles = 0, hops = 0, delivered = 0;
};
/// Judges the plan of a scenario and writes the network that runs it as a Verilog design. Throws
/// InputError if there is no such design, or if the plan is illegal.
RtlSummary write_rtl(const std::string& folder, const Resolved& resolved,
                     const RunOptions& options);

/// Calls run_scenario in a child process, so that several can run; returns its JSON. Errors in the
/// child come back as exceptions of the same kind.
nlohmann::ordered_json run_in_child(const Scenario& scenario, const RunOptions& options);

}  // namespace romcast
