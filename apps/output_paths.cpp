// SPDX-License-Identifier: Apache-2.0
#include "apps/output_paths.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

// Several outputs may share a device, since writing to one loses nothing.
bool lasts(const std::string& path) {
  std::error_code none;
  return !path.empty() && path != "-" && !fs::is_character_file(path, none);
}

bool same(const fs::path& one, const fs::path& other) {
  std::error_code none;
  if (fs::equivalent(one, other, none)) return true;
  const fs::path end = fs::weakly_canonical(end_of_links(one), none);
  return !end.empty() && end == fs::weakly_canonical(end_of_links(other), none);
}

bool within(const fs::path& file, const fs::path& folder) {
  std::error_code none;
  return fs::is_directory(folder, none) &&
         same(fs::absolute(end_of_links(file)).parent_path(), folder);
}

void refuse(const GivenPath& one, const GivenPath& other, const char* reason) {
  throw InputError(fmt::format("{} {} and {} {}: {}; give another path", one.option, *one.path,
                               other.option, *other.path, reason));
}

}  // namespace

void check_paths(const std::vector<GivenPath>& outputs, const std::vector<GivenPath>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    std::string& path = *outputs[i].path;
    if (names_standard_output(path)) path.assign(1, '-');
    if (!lasts(path)) continue;
    for (const GivenPath& input : inputs) {
      if (!lasts(*input.path)) continue;
      if (same(path, *input.path) || within(path, *input.path)) {
        refuse(outputs[i], input, "what is read would be overwritten");
      }
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (lasts(*outputs[j].path) && same(path, *outputs[j].path)) {
        refuse(outputs[j], outputs[i], "both would be written into one file");
      }
    }
  }
}

}  // namespace romcast
