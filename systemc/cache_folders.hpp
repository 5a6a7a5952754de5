// SPDX-License-Identifier: Apache-2.0
// The folders of the model cache and their size limit, from settings or the environment.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "romcast/run/run.hpp"

namespace romcast {

/// The first folder is `settings.cache`, else $ROMCAST_CACHE, else (for an installed program) the
/// user's folder, which is $XDG_CACHE_HOME/romcast or ~/.cache/romcast, else `models` beside the
/// program. If can_build_in() is false for the first folder, or kept_from_replacing() is true, the
/// user's folder, if any, is the second. All are absolute. Throws MissingError if the first exists
/// and is not a folder.
std::vector<std::filesystem::path> cache_folders(const ModelSettings& settings = {});

/// True if models can be built in this folder: if the folder or, while it does not exist, its
/// nearest existing parent is a writable folder.
bool can_build_in(const std::filesystem::path& folder);

/// True if the files of other users in this folder cannot be replaced: the folder is sticky and
/// belongs to another user.
bool kept_from_replacing(const std::filesystem::path& folder);

/// Bytes that a folder may hold: `settings.cache_limit`, else $ROMCAST_CACHE_LIMIT (a size, e.g.
/// 500M, or the word `none`: no limit), else 1 GiB. Throws InputError if the variable is neither.
std::uintmax_t cache_limit(const ModelSettings& settings = {});
/// Parses a number of bytes, or a number with the unit K, M, G or T (powers of 1024). Throws an
/// InputError that names $ROMCAST_CACHE_LIMIT if the text is neither.
std::uintmax_t size_from(const std::string& text);

}  // namespace romcast
