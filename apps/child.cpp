// SPDX-License-Identifier: Apache-2.0
// A run beside others.
#include "apps/runner.hpp"
#include "apps/worker_pool.hpp"

namespace romcast {

nlohmann::ordered_json run_in_child(const Scenario& scenario, const RunOptions& options) {
  nlohmann::ordered_json result;
  run_in_children(
      1, [&](std::size_t) { return run_scenario(scenario, options).json().dump(); },
      [&](std::size_t, const Answer& answer) {
        result = nlohmann::ordered_json::parse(answer.value());
      });
  return result;
}

}  // namespace romcast
