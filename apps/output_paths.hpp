// SPDX-License-Identifier: Apache-2.0
// Where a call reads and writes: what would get lost if two of these were the same is refused.
#pragma once

#include <string>
#include <vector>

namespace romcast {

/// A path and the option that gave it; empty if it was not given.
struct GivenPath {
  const char* option;
  std::string* path;
};

/// Makes "-" of every output that is standard output under another name. Throws InputError if two
/// outputs, or an output and an input, which may be a folder, are the same file.
void check_paths(const std::vector<GivenPath>& outputs, const std::vector<GivenPath>& inputs);

}  // namespace romcast
