// SPDX-License-Identifier: Apache-2.0
// A schedule file as a scenario: whoever wrote it, it is judged, compiled and run.
#pragma once

#include <memory>
#include <string>

#include "apps/file_scenario.hpp"
#include "romcast/core/schedule_file.hpp"

namespace romcast {

/// The network that a legal schedule runs on: the file's, or the same nodes with stores where its
/// queues cannot follow.
std::shared_ptr<const Topology> network_that_runs(const ScheduleHeader& header,
                                                  const OpenSchedule& schedule);

/// What a file says, with one algorithm that does just this. Its hardware runs from ROMs.
class ScheduleScenario final : public FileScenario {
 public:
  /// `given`: the options beside the file; only --queue-depth and --fit have a meaning.
  /// `anyway`: it is to be run even if it is illegal. Throws
  /// InputError if an option says what the file says.
  ScheduleScenario(ScheduleFile file, std::string name, const Scenario& given, bool anyway = false);
  ~ScheduleScenario() override;

  [[nodiscard]] const Resolved& resolved() const override;
  [[nodiscard]] OpenSchedule schedule() const override;
  /// The lower bound is that of any algorithm.
  [[nodiscard]] Report run(const RunOptions& options) const override;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

}  // namespace romcast
