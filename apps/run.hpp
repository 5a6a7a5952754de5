// SPDX-License-Identifier: Apache-2.0
// A run: a job on its way to a report. Each stage is computed once, when it is first asked for, and
// kept. Errors are InputError, or MissingError where a tool is missing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/job.hpp"
#include "apps/machine.hpp"
#include "apps/rom_listing.hpp"
#include "apps/run_settings.hpp"
#include "romcast/report/report.hpp"

namespace romcast {

class Run;
struct PlannedRun;

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
  /// Queues that are shallower than the plan needs, in a sentence; empty if none is.
  std::string shallow();
  /// The plan's ROM images. Throws InputError if they do not fit or the queues are too shallow.
  std::shared_ptr<const NodeImages> images();
  /// Their words, for the eye.
  RomListing listing();
  /// The Verilog nodes as the job asks for them: by local rules or by ROM images.
  std::shared_ptr<NodeHardware> nodes();
  /// The Verilog nodes controlled by images().
  std::shared_ptr<NodeHardware> nodes_of_images();
  /// What the registers of each node must hold after the plan.
  const PlannedRun& expected();
  /// Runs the plan; hardware that co-simulates does so at most once per process.
  const std::optional<Measured>& measure(Hardware& on);
  /// Of the plan, and of the hardware if it has been measured.
  Report report();
  /// Measures first, unless the plan is refused.
  Report report(Hardware& on);

  // For hardware and for those who read its trace.
  const JudgedPlan& judged();
  [[nodiscard]] const Machine& machine() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace romcast
