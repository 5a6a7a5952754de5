// SPDX-License-Identifier: Apache-2.0
// What is in a folder of models, and how it is removed. Only names that romcast gives are touched.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace romcast {

struct CachedModel {
  std::string name{};
  std::uintmax_t bytes = 0;
  std::filesystem::file_time_type last_used{};
};

std::filesystem::path library_in(const std::filesystem::path& folder, const std::string& name);
/// What tools said of a model that could not be built.
std::filesystem::path log_in(const std::filesystem::path& folder, const std::string& name);

/// The models of a folder, the last used first; none if it is not there or cannot be read. A time
/// in the future is a wrong clock's and counts as long ago.
std::vector<CachedModel> models_in(const std::filesystem::path& folder);

/// Removes the folders that builders left which run no more.
void remove_abandoned(const std::filesystem::path& folder);

/// Removes all models of a folder, their logs, and what dead builders left; nothing else. Throws
/// InputError if one cannot be removed.
void clear_models(const std::filesystem::path& folder);

}  // namespace romcast
