// SPDX-License-Identifier: Apache-2.0
// The folders of the model cache and their size limit, from settings or the environment.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "romcast/run/run.hpp"

namespace romcast {

/// The first is the given folder, else $ROMCAST_CACHE, else `models` beside the program, or, for an
/// installed program, the user's folder: romcast in $XDG_CACHE_HOME, or ~/.cache/romcast. If the
/// first cannot be written, the user's folder is the second. All are absolute. Throws MissingError
/// if the first is no folder.
std::vector<std::filesystem::path> cache_folders(const ModelSettings& settings = {});

/// True if models can be built in a folder, or if such a folder can be made.
bool can_build_in(const std::filesystem::path& folder);

/// Bytes that a folder may hold: the given limit or $ROMCAST_CACHE_LIMIT, e.g. 500M, 2G or none.
/// Throws InputError.
std::uintmax_t cache_limit(const ModelSettings& settings = {});
/// A size with a unit; throws InputError that names the variable.
std::uintmax_t size_from(const std::string& text);

}  // namespace romcast
