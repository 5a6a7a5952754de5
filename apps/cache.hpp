// SPDX-License-Identifier: Apache-2.0
// Lists the folders of built models, as text and as JSON, and clears them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace romcast {

/// The output of `romcast cache`; schema romcast.cache/1, sizes in bytes, no limit as null.
nlohmann::ordered_json cache_json();
/// Removes the models from all writable folders; then as cache_json(), with the removed models.
nlohmann::ordered_json clear_cache();
/// Formats the output of either function as lines of text.
std::string cache_text(const nlohmann::ordered_json& cache);

}  // namespace romcast
