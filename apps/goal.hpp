// SPDX-License-Identifier: Apache-2.0
// GOAL programs on the command line: what others wrote becomes a scenario, what is planned here
// becomes a program.
#pragma once

#include <optional>
#include <string>

#include "apps/file_scenario.hpp"
#include "romcast/goal/goal.hpp"

namespace romcast {

/// A program and its schedule on a LogP machine.
class GoalScenario final : public FileScenario {
 public:
  /// On the machine whose times `given` has. Throws InputError if it cannot be run.
  /// `claim`: the collective that it is said to be; the report fails if it cannot be.
  GoalScenario(GoalProgram program, const Scenario& given, const Progress& progress = {},
               std::optional<CollectiveKind> claim = {});
  ~GoalScenario() override;

  [[nodiscard]] const Resolved& resolved() const override;
  [[nodiscard]] OpenSchedule schedule() const override;
  [[nodiscard]] Report run(const RunOptions& options) const override;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

/// Throws InputError if a scenario says what the file says, or what its machine has not.
void check_goal_options(const Scenario& scenario, const GoalScenario& file);

/// Writes the plan of a scenario as a GOAL program; "-" is standard output.
void write_goal_plan(const Resolved& resolved, const std::string& path);

}  // namespace romcast
