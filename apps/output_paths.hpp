// SPDX-License-Identifier: Apache-2.0
// Paths that a call reads and writes: refuses combinations that would overwrite data.
#pragma once

#include <string>
#include <vector>

namespace romcast {

/// A path and the option that gave it; the path is empty if the option was not given.
struct GivenPath {
  const char* option;
  std::string* path;
};

/// Replaces every output that is standard output under another name by "-". Throws InputError if
/// two outputs, or an output and an input (which may be a folder), are the same file.
void check_paths(const std::vector<GivenPath>& outputs, const std::vector<GivenPath>& inputs);

}  // namespace romcast
