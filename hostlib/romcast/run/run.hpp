// SPDX-License-Identifier: Apache-2.0
// A run: a job and its stages up to a report. Each stage is computed on first use and cached.
// Functions throw InputError for errors in the input, and MissingError if a tool, a process or a
// resource of the system is missing or fails.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "romcast/core/error.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

class Machine;
class NodeImages;
class Ranks;
class Run;
struct ControlledNodes;
struct JudgedPlan;
struct PlannedRun;
struct RomListing;

/// Called with a phase and the finished share of it (0..1; less than 0: unknown).
using Progress = std::function<void(const std::string& phase, double done)>;

/// Settings for the cache and the builds of switch models. A field that is not given is read from
/// the environment variable that its comment names.
struct ModelSettings {
  std::optional<std::string> cache{};           ///< folder; $ROMCAST_CACHE
  std::optional<std::uint64_t> cache_limit{};   ///< bytes; $ROMCAST_CACHE_LIMIT
  std::optional<std::uint64_t> tool_seconds{};  ///< time limit of a tool; $ROMCAST_TOOL_SECONDS
  std::optional<std::string> sources{};         ///< folder of romcast's sources; $ROMCAST_ROOT
};

struct RunSettings {
  std::string save_plan{}, save_trace{};  ///< files; the first rank writes them
  std::string wave_file{};
  std::vector<std::string> wave_nodes{};
  bool gated = true;      ///< nodes that cannot change are not evaluated
  bool per_node = false;  ///< the report has a row per node
  bool audit = false;     ///< nodes that `gated` skips are evaluated, too, and must not change
  /// Maximum number of sends of a symmetric plan that are judged individually; in longer plans one
  /// node is judged for all.
  std::uint64_t most_judged = 100'000'000;
  ModelSettings models{};
  Progress progress{};
  std::function<void(const std::string& line)> notice{};  ///< receives remarks for the user
  /// The ranks of this run: each judges its own nodes, and the first one has the report.
  std::shared_ptr<Ranks> ranks{};  ///< nullptr: this process alone
};

/// The hardware's measurements, and their cost in CPU seconds and evaluations.
struct Measurement {
  Measured measured;
  Cost cost{};
};

/// A device that runs a plan: a co-simulation, a board, a simulated board.
class Hardware {
 public:
  virtual ~Hardware() = default;
  Hardware(const Hardware&) = delete;
  Hardware& operator=(const Hardware&) = delete;
  /// Returns nullopt on all ranks but the first one, which makes the report.
  virtual std::optional<Measurement> measure(Run& run) = 0;

 protected:
  Hardware() = default;
};

class Run {
 public:
  explicit Run(Job job, RunSettings settings = {});
  ~Run();
  Run(Run&&) noexcept;
  Run& operator=(Run&&) = delete;

  [[nodiscard]] const Job& job() const;
  [[nodiscard]] const RunSettings& settings() const;
  [[nodiscard]] const Topology& network() const { return *job().problem.topology; }

  /// Throws InputError if no hardware can run the job; needs no plan, which may be slow to compute.
  void check_hardware();
  /// Theory of the literature; bounds that the planner proves are in report().theory.
  const Theory& theory();
  const Plan& plan();
  /// The judge's verdict on the plan.
  const Verdict& verdict();
  /// True if the plan is symmetric and has more than RunSettings::most_judged sends, so that one
  /// node is judged for all (never under `audit`).
  bool symmetric();
  /// True if neither the plan nor the file that contained it has violations.
  bool legal();
  /// True if the plan is given, the judge found violations in this plan, and the job does not
  /// require hardware to run the plan anyway.
  bool refused();
  /// The queues of the nodes: needed and built depths.
  const std::vector<QueueDepth>& depths();
  /// The error if the job's queue depth is given and is less than the plan needs; otherwise
  /// nullopt.
  std::optional<InputError> shallow();
  /// The plan's ROM images. Throws InputError if an image is larger than its ROM, if no ROM can run
  /// the plan, or if the queues are too shallow.
  std::shared_ptr<const NodeImages> images();
  /// The words of the plan's ROM images in readable form.
  RomListing listing();
  /// The nodes with the job's control: local rules or ROM images.
  const ControlledNodes& nodes();
  /// The nodes controlled by images().
  ControlledNodes nodes_of_images();
  /// The values that the registers of each node must hold after the plan.
  const PlannedRun& expected();
  /// Runs the plan on the hardware. Returns nullopt on all ranks but the first.
  const std::optional<Measured>& measure(Hardware& on);
  /// The report on the plan, and on the hardware if it has been measured.
  Report report();
  /// Measures the hardware first, unless the plan is refused().
  Report report(Hardware& on);

  // For hardware and for readers of its trace. The return types of judged(), machine(), images(),
  // listing(), nodes(), nodes_of_images() and expected() are internal: their headers are not
  // installed.
  const JudgedPlan& judged();
  [[nodiscard]] const Machine& machine() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace romcast
