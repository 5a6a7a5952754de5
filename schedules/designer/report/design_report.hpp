// SPDX-License-Identifier: Apache-2.0
// A catalog of designs as JSON, CSV, a table and a picture.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "schedules/designer/designer.hpp"
#include "schedules/designer/report/message_sizes.hpp"

namespace romcast {

/// Cycles and lower bound of the plan that romcast finds for one message.
struct PlannedDesign {
  std::uint64_t cycles = 0, bound = 0;
};

struct DesignOutput {
  designer::Catalog catalog;
  std::optional<MessageSizes> sizes{};
  /// plans[network][collective]: nullopt if the network is not on the collective's frontier, or has
  /// no legal plan or no lower bound. `plans` is empty if nothing is planned.
  std::vector<std::vector<std::optional<PlannedDesign>>> plans{};
  bool all = false;  ///< the table has all networks
};

/// Schema romcast.design/1.
nlohmann::ordered_json design_json(const DesignOutput& output);
/// A row per network and collective.
std::string design_csv(const DesignOutput& output);
std::string design_text(const DesignOutput& output);
/// SVG: steps to the right, cycles per message upwards; a panel per collective.
std::string design_picture(const designer::Catalog& catalog);

}  // namespace romcast
