// SPDX-License-Identifier: Apache-2.0
// The folders and the size limit of the model cache, from the environment.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace romcast {

/// $ROMCAST_CACHE; if that is not set, `models` beside the program, or for an installed program the
/// user's own folder: romcast in $XDG_CACHE_HOME, or ~/.cache/romcast. If the first folder is not
/// writable, also the user's own. All paths are absolute. Throws MissingError if $ROMCAST_CACHE is
/// no folder.
std::vector<std::filesystem::path> cache_folders();

/// True if models can be built in a folder, or if such a folder can be made.
bool can_build_in(const std::filesystem::path& folder);

/// Size limit of a folder in bytes: $ROMCAST_CACHE_LIMIT, e.g. 500M, 2G or none. Throws InputError.
std::uintmax_t cache_limit();
/// Parses a size with a unit; throws InputError that names the variable.
std::uintmax_t size_from(const std::string& text);

}  // namespace romcast
