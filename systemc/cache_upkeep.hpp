// SPDX-License-Identifier: Apache-2.0
// Lists and removes the models in a folder of the model cache. Leaves alone all files and folders
// whose names do not begin with the name of a model, romcast-MODULE-HASH.
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
/// Path of the log that the build tools wrote for a model that could not be built.
std::filesystem::path log_in(const std::filesystem::path& folder, const std::string& name);

/// The models of a folder, most recently used first; none if the folder does not exist or cannot be
/// read. A last use in the future comes from a wrong clock and counts as long ago.
std::vector<CachedModel> models_in(const std::filesystem::path& folder);

/// Removes the folders of builders that no longer run.
void remove_abandoned(const std::filesystem::path& folder);

/// Waits for the processes that are building the model `name` in `folder` to end, ten minutes at
/// most for each process. Returns whether there were any such processes.
bool await_builders(const std::filesystem::path& folder, const std::string& name);

/// Removes from a folder all models, all logs of failed builds, and the leftovers of dead builders;
/// nothing else. Throws InputError if a model or a log cannot be removed.
void clear_models(const std::filesystem::path& folder);

}  // namespace romcast
