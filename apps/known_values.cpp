// SPDX-License-Identifier: Apache-2.0
#include "apps/known_values.hpp"

#include "romcast/core/collective.hpp"
#include "romcast/core/topologies.hpp"
#include "schedules/algorithm.hpp"

namespace romcast {

std::map<std::string, std::set<std::string>> known_values() {
  std::map<std::string, std::set<std::string>> values{{"control", {"rule", "rom"}},
                                                      {"fabric", {"crossbar", "benes"}},
                                                      {"format", {"schedule", "goal"}},
                                                      {"ports", {"single", "multi"}}};
  for (const TopologyEntry& entry : all_topologies()) values["network"].insert(entry.name);
  for (const CollectiveKind kind : all_collectives()) {
    values["collective"].insert(std::string(name(kind)));
  }
  for (const Algorithm& algorithm : all_algorithms()) values["algorithm"].insert(algorithm.name);
  return values;
}

}  // namespace romcast
