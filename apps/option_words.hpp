// SPDX-License-Identifier: Apache-2.0
// Replaces the fields that libraries name in backquotes (romcast/core/error.hpp) by options.
#pragma once

#include <string>
#include <string_view>

#include "romcast/report/report.hpp"

namespace romcast {

/// A text of a library with options instead of fields: "`queue_depth` 3" becomes "--queue-depth 3".
std::string with_options(std::string_view text);
/// The same for all texts of a report that name fields.
Report with_options(Report report);
/// The same for the data of a page (romcast.view/1).
nlohmann::ordered_json view_with_options(nlohmann::ordered_json view);

}  // namespace romcast
