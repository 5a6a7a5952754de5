// SPDX-License-Identifier: Apache-2.0
#include "apps/known_values.hpp"

#include "apps/option_table.hpp"

namespace romcast {

std::map<std::string, std::set<std::string>> known_values() {
  std::map<std::string, std::set<std::string>> values{{"control", {"rule", "rom"}},
                                                      {"fabric", {"crossbar", "benes"}},
                                                      {"format", {"schedule", "goal", "msccl"}}};
  for (const ScenarioOption& option : scenario_options()) {
    if (!option.values.empty()) values[option.name] = {option.values.begin(), option.values.end()};
  }
  return values;
}

}  // namespace romcast
