// SPDX-License-Identifier: Apache-2.0
#include "romcast/support/work_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

constexpr int kTries = 1000;
constexpr const char* kSuffix = ".build";

Descriptor opened(const fs::path& folder) {
  return Descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// Acquires the folder's lock, which the process that made the folder, and its tools, hold until
// they end. Returns false if one of these processes still holds the lock, or if the file
// system has no locks.
bool lock(const Descriptor& folder) { return ::flock(folder.number(), LOCK_EX | LOCK_NB) == 0; }

// True if the name still refers to this folder: another process may have removed the folder before
// it was locked.
bool still_there(const Descriptor& folder, const fs::path& real) {
  struct stat mine {
  }, now{};
  return ::fstat(folder.number(), &mine) == 0 && ::lstat(real.c_str(), &now) == 0 &&
         mine.st_dev == now.st_dev && mine.st_ino == now.st_ino;
}

}  // namespace

WorkFolder::WorkFolder(const fs::path& parent, const std::string& name) {
  for (int i = 0; i < kTries; ++i) {
    if (open(parent / fmt::format("{}.{}-{}{}", name, ::getpid(), i, kSuffix))) return;
  }
  throw std::system_error(EEXIST, std::generic_category());
}

std::string WorkFolder::text(const std::string& file) const {
  std::ostringstream said;
  said << std::ifstream(path_ / file, std::ios::binary).rdbuf();
  return said.str();
}

bool WorkFolder::open(const fs::path& real) {
  int error = 0;
  temporary_ = Temporary(real.string(), [&] {
    if (::mkdir(real.c_str(), S_IRWXU) == 0) return true;
    error = errno;
    return false;
  });
  if (error != 0 && error != EEXIST) throw std::system_error(error, std::generic_category());
  if (error != 0) return false;
  folder_ = opened(real);
  if (!folder_ && errno != ENOENT) throw std::system_error(errno, std::generic_category());
  if (!folder_) return false;
  ::flock(folder_.number(), LOCK_EX);  // others hold the lock only while they check the folder
  if (!still_there(folder_, real)) return false;
  path_ = fmt::format("/proc/self/fd/{}", folder_.number());
  return true;
}

WorkFolder temporary_work_folder(const std::string& name) try {
  return {fs::temp_directory_path(), name};
} catch (const std::system_error& error) {
  throw MissingError(
      fmt::format("no temporary files can be made ({}); set TMPDIR to a folder that can be written",
                  error.code().message()));
}

bool remove_if_abandoned(const fs::path& folder) {
  const Descriptor open = opened(folder);
  if (!open || !lock(open)) return false;
  std::error_code error;
  fs::remove_all(folder, error);
  return !error;
}

bool await_builder(const fs::path& folder) {
  using namespace std::chrono_literals;
  const Descriptor open = opened(folder);
  const auto held = [&] { return open && !lock(open) && errno == EWOULDBLOCK; };
  if (!held()) return false;
  const auto end = std::chrono::steady_clock::now() + 10min;
  while (held() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(10ms);
  return true;
}

}  // namespace romcast
