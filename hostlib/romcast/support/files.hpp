// SPDX-License-Identifier: Apache-2.0
// Files of a folder, and their texts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace romcast {

/// The sorted paths of all files with this extension, e.g. ".v", in a folder and its subfolders at
/// any depth; empty if the folder does not exist.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                            const std::string& extension);
/// The text of a file; empty if it cannot be read.
std::string contents(const std::filesystem::path& file);

}  // namespace romcast
