// SPDX-License-Identifier: Apache-2.0
#include "systemc/cache_folders.hpp"

#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cstring>
#include <limits>

#include "romcast/core/error.hpp"
#include "romcast/support/environment.hpp"
#include "romcast/support/installation.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kUsualLimit = std::uintmax_t{1} << 30;
constexpr std::uintmax_t kNoLimit = std::numeric_limits<std::uintmax_t>::max();

// $HOME or, if that is not set, the folder in the user database; empty if the database has no entry
// for the user.
fs::path home() {
  if (const std::string given = environment("HOME"); !given.empty()) return given;
  const passwd* user = ::getpwuid(::geteuid());
  return user == nullptr ? "" : user->pw_dir;
}

// The XDG standard demands that a relative $XDG_CACHE_HOME be ignored.
fs::path own_folder() {
  const fs::path xdg = environment("XDG_CACHE_HOME");
  if (xdg.is_absolute()) return xdg / "romcast";
  const fs::path user = home();
  return user.is_absolute() ? user / ".cache" / "romcast" : fs::path();
}

fs::path first_folder(const ModelSettings& settings) {
  const std::string given = settings.cache ? *settings.cache : environment("ROMCAST_CACHE");
  if (!given.empty()) return fs::absolute(given);
  // If the user has a folder, an installed program keeps no models beside itself, even if this user
  // could write there.
  const fs::path own = own_folder();
  return own.empty() || installed_sources().empty() ? program_folder() / "models" : own;
}

}  // namespace

bool can_build_in(const fs::path& folder) {
  fs::path there = folder;
  std::error_code error;
  while (!fs::exists(fs::symlink_status(there, error)) && there.has_relative_path()) {
    there = there.parent_path();
  }
  return fs::is_directory(there, error) && ::access(there.c_str(), W_OK | X_OK) == 0;
}

bool kept_from_replacing(const fs::path& folder) {
  struct stat status {};
  const uid_t user = ::geteuid();
  return ::stat(folder.c_str(), &status) == 0 && (status.st_mode & S_ISVTX) != 0 && user != 0 &&
         user != status.st_uid;
}

std::vector<fs::path> cache_folders(const ModelSettings& settings) {
  const fs::path first = first_folder(settings);
  std::error_code error;  // a folder that cannot be looked at cannot be written, either
  const fs::file_status status = fs::status(first, error);
  if (fs::exists(status) && !fs::is_directory(status)) {
    throw MissingError(
        fmt::format("{}: no folder, models cannot be kept there; set ROMCAST_CACHE "
                    "to a folder that can be written",
                    first.string()));
  }
  std::vector<fs::path> folders{first};
  if (can_build_in(first) && !kept_from_replacing(first)) return folders;
  if (const fs::path own = own_folder(); !own.empty() && own != first) folders.push_back(own);
  return folders;
}

std::uintmax_t size_from(const std::string& text) {
  constexpr const char* kUnits = "KMGT";
  std::uintmax_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const char* unit = end - rest == 1 ? std::strchr(kUnits, *rest) : nullptr;
  const unsigned shift = unit == nullptr ? 0 : 10 * static_cast<unsigned>(unit - kUnits + 1);
  const bool fits = number <= (kNoLimit >> shift);
  if (error == std::errc{} && fits && (rest == end || unit != nullptr)) return number << shift;
  throw InputError(fmt::format(
      "ROMCAST_CACHE_LIMIT={}: no size; give bytes, or 500M, 2G and the like, or none", text));
}

std::uintmax_t cache_limit(const ModelSettings& settings) {
  if (settings.cache_limit) return *settings.cache_limit;
  const std::string given = environment("ROMCAST_CACHE_LIMIT");
  return given.empty() ? kUsualLimit : given == "none" ? kNoLimit : size_from(given);
}

}  // namespace romcast
