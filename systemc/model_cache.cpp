// SPDX-License-Identifier: Apache-2.0
#include "systemc/model_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "romcast/core/error.hpp"
#include "romcast/support/tool.hpp"
#include "systemc/cache_folders.hpp"
#include "systemc/cache_upkeep.hpp"
#include "systemc/sealed_file.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSealed = "sealed";

// Trusts root, the user, and this program's owner, who could have replaced the program itself.
bool trusted(uid_t owner) {
  struct stat program {};
  if (owner == 0 || owner == ::geteuid()) return true;
  return ::stat("/proc/self/exe", &program) == 0 && owner == program.st_uid;
}

// The reason why a file must not be loaded; empty if it may be.
std::string distrust(const Descriptor& file) {
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) return "cannot be read";
  if (!S_ISREG(status.st_mode)) return "no file";
  if (!trusted(status.st_uid)) return fmt::format("owned by another user, {}", status.st_uid);
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) return "others may write it";
  return "";
}

// True for errors after which another folder may succeed.
bool forbidden(int error) {
  constexpr std::array kPassing{EACCES, EPERM, EROFS, ENOTDIR, ENOENT, ELOOP, EEXIST};
  return std::ranges::find(kPassing, error) != kPassing.end();
}

// True if a library is there that belongs to another user, in a folder that keeps it.
bool must_stay(const fs::path& library) {
  struct stat status {};
  return ::lstat(library.c_str(), &status) == 0 && status.st_uid != ::geteuid() &&
         kept_from_replacing(library.parent_path());
}

MissingError unusable(const fs::path& folder, int error) {
  const bool full = error == ENOSPC || error == EDQUOT;
  return MissingError(
      fmt::format("{}: cannot keep models there ({}); {}set ROMCAST_CACHE to a folder {}",
                  folder.string(), std::strerror(error), full ? "free space, or " : "",
                  full ? "on another disk" : "that can be written"));
}

}  // namespace

FoundModel ModelCache::find(const std::string& name) const {
  FoundModel found;
  for (const fs::path& folder : folders_) {
    const fs::path path = library_in(folder, name);
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file) continue;
    if (fs::is_directory(path)) {  // a folder, which a model cannot replace
      throw MissingError(
          fmt::format("{}: a folder, where a model belongs; remove it", path.string()));
    }
    std::string why = distrust(file);
    if (why.empty()) why = damage(file, name);
    if (why.empty()) {
      ::futimens(file.number(), nullptr);  // notes the use; failure does not matter
      return {.library = std::move(file)};
    }
    found.damaged = fmt::format("{}: {}", path.string(), why);
  }
  return found;
}

FoundModel ModelCache::find_or_await(const std::string& name) const {
  FoundModel found = find(name);
  const auto built = [&](const fs::path& folder) { return await_builders(folder, name); };
  if (found.library || std::ranges::count_if(folders_, built) == 0) return found;
  return find(name);
}

ModelPlace ModelCache::place_for(const std::string& name) const {
  int first = 0;
  for (const fs::path& folder : folders_) {
    if (must_stay(library_in(folder, name))) {
      if (first == 0) first = EPERM;
      continue;
    }
    try {
      fs::create_directories(folder);
      return {folder, std::make_unique<WorkFolder>(folder, name)};
    } catch (const std::system_error& error) {
      if (!forbidden(error.code().value())) throw unusable(folder, error.code().value());
      if (first == 0) first = error.code().value();
    }
  }
  throw unusable(folders_.front(), first);
}

void ModelCache::keep(const ModelPlace& place, const std::string& name, const char* library) {
  const int folder = place.work->descriptor().number();
  const Descriptor from(::openat(folder, library, O_RDONLY | O_CLOEXEC));
  const Descriptor to(::openat(folder, kSealed, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                               S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH));
  if (!from || !to) throw unusable(place.folder, errno);
  try {
    copy_sealed(from, to, name);
  } catch (const std::system_error& error) {
    throw unusable(place.folder, error.code().value());
  }
  const fs::path target = library_in(place.folder, name);
  if (::renameat(folder, kSealed, AT_FDCWD, target.c_str()) != 0) throw unusable(target, errno);
  ::unlink(log_in(place.folder, name).c_str());
}

fs::path ModelCache::keep_log(const ModelPlace& place, const std::string& name) {
  const fs::path log = log_in(place.folder, name);
  const int folder = place.work->descriptor().number();
  return ::renameat(folder, kToolLog, AT_FDCWD, log.c_str()) == 0 ? log : fs::path();
}

void ModelCache::bound(const fs::path& folder, const std::set<std::string>& needed) const {
  remove_abandoned(folder);
  std::vector<CachedModel> models = models_in(folder);
  std::uintmax_t total = 0;
  for (const CachedModel& model : models) total += model.bytes;
  while (total > limit_ && !models.empty()) {
    const CachedModel& oldest = models.back();
    std::error_code error;
    if (!needed.contains(oldest.name) && fs::remove(library_in(folder, oldest.name), error)) {
      total -= oldest.bytes;
    }
    models.pop_back();
  }
}

}  // namespace romcast
