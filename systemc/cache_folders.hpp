// SPDX-License-Identifier: Apache-2.0
// The folders that keep models, and how much they keep, by settings or the environment.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "romcast/run/run.hpp"

namespace romcast {

/// The given one or $ROMCAST_CACHE; without both, `models` beside the program, or for an installed
/// program the user's own folder: romcast in $XDG_CACHE_HOME, or ~/.cache/romcast. Where the first
/// of them cannot be written, also the user's own. All absolute. Throws MissingError if the first
/// is no folder.
std::vector<std::filesystem::path> cache_folders(const ModelSettings& settings = {});

/// True if models can be built in a folder, or if such a folder can be made.
bool can_build_in(const std::filesystem::path& folder);

/// Bytes that a folder may hold: the given ones or $ROMCAST_CACHE_LIMIT, e.g. 500M, 2G or none.
/// Throws InputError.
std::uintmax_t cache_limit(const ModelSettings& settings = {});
/// A size with a unit; throws InputError that names the variable.
std::uintmax_t size_from(const std::string& text);

}  // namespace romcast
