// SPDX-License-Identifier: Apache-2.0
// The folders of built models, for the eye and as JSON, and how they are cleared.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace romcast {

/// What `romcast cache` shows; schema romcast.cache/1, sizes in bytes, no limit as null.
nlohmann::ordered_json cache_json();
/// Removes the models from all folders that can be written; then as cache_json(), with what went.
nlohmann::ordered_json clear_cache();
/// Either of them as lines of text.
std::string cache_text(const nlohmann::ordered_json& cache);

}  // namespace romcast
