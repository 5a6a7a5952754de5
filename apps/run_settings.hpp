// SPDX-License-Identifier: Apache-2.0
// The settings of a run that do not depend on its job: files, progress, notices, ranks.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ranks/ranks.hpp"

namespace romcast {

/// Called with a phase and the share of it that is done (0..1; less than 0: unknown).
using Progress = std::function<void(const std::string& phase, double done)>;

struct RunSettings {
  std::string save_plan{}, save_trace{};  ///< files; on several ranks the first one writes them
  std::string wave_file{};
  std::vector<std::string> wave_nodes{};
  bool gated = true;   ///< nodes that cannot change are not evaluated
  bool audit = false;  ///< sleeping nodes are evaluated, too, and must not change
  Progress progress{};
  std::function<void(const std::string& line)> notice{};  ///< takes remarks for the user
  /// Those that run this together: each judges its own nodes, and the first one has the report.
  std::shared_ptr<Ranks> ranks = no_other_ranks();

  /// One rank must see the whole of plan or trace.
  [[nodiscard]] bool in_one_place() const {
    return !save_plan.empty() || !save_trace.empty() || !wave_nodes.empty();
  }
};

}  // namespace romcast
