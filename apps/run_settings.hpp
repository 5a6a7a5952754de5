// SPDX-License-Identifier: Apache-2.0
// How a run is made, whatever the job: what is written on the way, who is told, who takes part.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ranks/ranks.hpp"

namespace romcast {

/// Told now and then what is going on: a phase and how far it is (0..1, or less than 0: unknown).
using Progress = std::function<void(const std::string& phase, double done)>;

struct RunSettings {
  std::string save_plan{}, save_trace{};  ///< files; on several ranks the first one writes them
  std::string wave_file{};
  std::vector<std::string> wave_nodes{};
  bool gated = true;   ///< nodes that cannot change are not evaluated
  bool audit = false;  ///< sleeping nodes are evaluated, too, and must not change
  Progress progress{};
  std::function<void(const std::string& line)> notice{};
  /// Those that run this together: each judges its own nodes, and the first one has the report.
  std::shared_ptr<Ranks> ranks = no_other_ranks();

  /// One rank must see the whole of plan or trace.
  [[nodiscard]] bool in_one_place() const {
    return !save_plan.empty() || !save_trace.empty() || !wave_nodes.empty();
  }
};

}  // namespace romcast
