// SPDX-License-Identifier: Apache-2.0
// What exists: networks, collectives, algorithms.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace romcast {

/// Whether `what` is one of the three.
bool is_list(const std::string& what);
/// `what`: "networks", "collectives", "algorithms" or "" for all three. InputError otherwise.
nlohmann::ordered_json list_json(const std::string& what);
/// The same for the eye.
std::string list_text(const std::string& what);

}  // namespace romcast
