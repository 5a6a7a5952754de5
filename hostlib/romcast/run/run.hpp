// SPDX-License-Identifier: Apache-2.0
// A run: a job on its way to a report. Each stage is computed once, when it is first asked for, and
// kept. Errors are InputError, or MissingError where a tool is missing.
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

/// Called with a phase and the share of it that is done (0..1; less than 0: unknown).
using Progress = std::function<void(const std::string& phase, double done)>;

/// Where models of switches are kept, and how they are built. For a field that is not given, the
/// library reads the environment variable that the field names.
struct ModelSettings {
  std::optional<std::string> cache{};           ///< folder; $ROMCAST_CACHE
  std::optional<std::uint64_t> cache_limit{};   ///< bytes; $ROMCAST_CACHE_LIMIT
  std::optional<std::uint64_t> tool_seconds{};  ///< at most, for a tool; $ROMCAST_TOOL_SECONDS
  std::optional<std::string> sources{};         ///< folder of romcast's sources; $ROMCAST_ROOT
};

struct RunSettings {
  std::string save_plan{}, save_trace{};  ///< files; on several ranks the first one writes them
  std::string wave_file{};
  std::vector<std::string> wave_nodes{};
  bool gated = true;   ///< nodes that cannot change are not evaluated
  bool audit = false;  ///< sleeping nodes are evaluated, too, and must not change
  /// Sends of a symmetric plan that are judged one by one; of longer ones a node stands for all.
  std::uint64_t most_judged = 100'000'000;
  ModelSettings models{};
  Progress progress{};
  std::function<void(const std::string& line)> notice{};  ///< takes remarks for the user
  /// Those that run this together: each judges its own nodes, and the first one has the report.
  std::shared_ptr<Ranks> ranks{};  ///< nullptr: this process alone

  /// One rank must see the whole of plan or trace.
  [[nodiscard]] bool in_one_place() const {
    return !save_plan.empty() || !save_trace.empty() || !wave_nodes.empty();
  }
};

/// What hardware measured, and the CPU seconds and evaluations that it cost.
struct Measurement {
  Measured measured;
  Cost cost{};
};

/// Something that runs a plan: a co-simulation, a board, a simulated board.
class Hardware {
 public:
  virtual ~Hardware() = default;
  Hardware(const Hardware&) = delete;
  Hardware& operator=(const Hardware&) = delete;
  /// Nothing on ranks that leave the report to the first one.
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

  /// Throws InputError if no hardware runs the job; needs no plan, which may take long.
  void check_hardware();
  /// What the literature says; what the plan proves is in report().theory.
  const Theory& theory();
  const Plan& plan();
  /// The judge's, on the plan.
  const Verdict& verdict();
  /// The plan is too long to look at each hop: one node was judged for all, which run one program.
  bool symmetric();
  /// Nothing is wrong with the plan, nor with the file that brought it.
  bool legal();
  /// The plan was given, is illegal, and the job does not say that it is to run anyway.
  bool refused();
  /// The queues of the nodes: what the plan needs and what is built.
  const std::vector<QueueDepth>& depths();
  /// The error if queues are shallower than the plan needs.
  std::optional<InputError> shallow();
  /// The plan's ROM images. Throws InputError if they do not fit or the queues are too shallow.
  std::shared_ptr<const NodeImages> images();
  /// Their words, for the eye.
  RomListing listing();
  /// The nodes as the job asks for them: controlled by local rules or by ROM images.
  const ControlledNodes& nodes();
  /// The nodes controlled by images().
  ControlledNodes nodes_of_images();
  /// What the registers of each node must hold after the plan.
  const PlannedRun& expected();
  /// Runs the plan.
  const std::optional<Measured>& measure(Hardware& on);
  /// Of the plan, and of the hardware if it has been measured.
  Report report();
  /// Measures first, unless the plan is refused.
  Report report(Hardware& on);

  // For hardware and for those who read its trace. Their types, and those of images(), listing(),
  // nodes() and expected(), are romcast's own: their headers are not installed.
  const JudgedPlan& judged();
  [[nodiscard]] const Machine& machine() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace romcast
