// SPDX-License-Identifier: Apache-2.0
// What a file says as a scenario, whatever its format.
#pragma once

#include "apps/runner.hpp"

namespace romcast {

class FileScenario {
 public:
  FileScenario() = default;
  virtual ~FileScenario() = default;
  FileScenario(const FileScenario&) = delete;
  FileScenario& operator=(const FileScenario&) = delete;

  /// Refers to this object: a scenario with one algorithm, which does what the file says.
  [[nodiscard]] virtual const Resolved& resolved() const = 0;
  [[nodiscard]] virtual OpenSchedule schedule() const = 0;
  /// Runs or only judges it. Throws InputError if it cannot be run.
  [[nodiscard]] virtual Report run(const RunOptions& options) const = 0;
};

}  // namespace romcast
