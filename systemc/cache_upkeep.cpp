// SPDX-License-Identifier: Apache-2.0
#include "systemc/cache_upkeep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <regex>
#include <string_view>
#include <system_error>

#include "romcast/core/error.hpp"
#include "romcast/support/work_folder.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLibrary = ".so", kLog = ".log";
constexpr const char* kBuilder = "\\.[0-9]+-[0-9]+\\.build";  // suffix of a WorkFolder

// True if `file` is romcast-MODULE-HASH and then a match of the regular expression `suffix`.
bool is_ours(const std::string& file, const std::string& suffix) {
  static const std::string model = "romcast-[a-z0-9_]+-[0-9a-f]{16}";
  return std::regex_match(file, std::regex(model + suffix));
}

// Entries of a folder whose names is_ours() accepts; none if the folder cannot be read.
std::vector<fs::directory_entry> entries(const fs::path& folder, const std::string& suffix) {
  std::vector<fs::directory_entry> found;
  std::error_code error;
  for (fs::directory_iterator next(folder, error), end; !error && next != end;
       next.increment(error)) {
    if (is_ours(next->path().filename().string(), suffix)) found.push_back(*next);
  }
  return found;
}

std::vector<fs::directory_entry> files(const fs::path& folder, const std::string& suffix) {
  std::vector<fs::directory_entry> found = entries(folder, suffix);
  std::error_code ignored;
  std::erase_if(found, [&](const auto& entry) {
    return !fs::is_regular_file(entry.symlink_status(ignored));
  });
  return found;
}

void remove_file(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  if (!error) return;
  throw InputError(fmt::format("{}: cannot be removed: {}; make its folder writable", file.string(),
                               error.message()));
}

}  // namespace

fs::path library_in(const fs::path& folder, const std::string& name) {
  return folder / (name + std::string(kLibrary));
}

fs::path log_in(const fs::path& folder, const std::string& name) {
  return folder / (name + std::string(kLog));
}

std::vector<CachedModel> models_in(const fs::path& folder) {
  const auto now = fs::file_time_type::clock::now() + std::chrono::minutes(1);
  std::vector<CachedModel> models;
  for (const fs::directory_entry& entry : files(folder, "\\.so")) {
    std::error_code gone;  // another romcast may be clearing the folder
    CachedModel model{.name = entry.path().stem().string(),
                      .bytes = entry.file_size(gone),
                      .last_used = entry.last_write_time(gone)};
    if (gone) continue;
    if (model.last_used > now) model.last_used = fs::file_time_type::min();
    models.push_back(std::move(model));
  }
  std::ranges::stable_sort(models, std::ranges::greater{}, &CachedModel::last_used);
  return models;
}

void remove_abandoned(const fs::path& folder) {
  for (const auto& entry : entries(folder, kBuilder)) remove_if_abandoned(entry.path());
}

bool await_builders(const fs::path& folder, const std::string& name) {
  bool any = false;
  for (const auto& entry : entries(folder, kBuilder)) {
    if (entry.path().stem().stem() == name) any |= await_builder(entry.path());
  }
  return any;
}

void clear_models(const fs::path& folder) {
  remove_abandoned(folder);
  for (const char* suffix : {"\\.so", "\\.log"}) {
    for (const auto& entry : files(folder, suffix)) remove_file(entry.path());
  }
}

}  // namespace romcast
