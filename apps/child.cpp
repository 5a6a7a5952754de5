// SPDX-License-Identifier: Apache-2.0
#include "apps/child.hpp"

#include "apps/option_words.hpp"
#include "romcast/run/cosimulation.hpp"
#include "romcast/run/worker_pool.hpp"
#include "systemc/simulator.hpp"

namespace romcast {

nlohmann::ordered_json run_in_child(const Scenario& scenario, const RunSettings& settings) {
  nlohmann::ordered_json result;
  const auto work = [&](std::size_t) {
    Run run(resolve(scenario), settings);
    Cosimulation cosimulation;
    return with_options(run.report(cosimulation)).json().dump();
  };
  load_simulator();  // once for all children
  run_in_children(1, work, [&](std::size_t, const Answer& answer) {
    result = nlohmann::ordered_json::parse(answer.value());
  });
  return result;
}

}  // namespace romcast
