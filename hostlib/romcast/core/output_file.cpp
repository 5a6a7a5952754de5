// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

constexpr int kTries = 100;
constexpr unsigned kFileMode = 0666, kFolderMode = 0777;  // before the user's umask

bool sigpipe_ignored() {
  struct sigaction now {};
  sigaction(SIGPIPE, nullptr, &now);
  return now.sa_handler == SIG_IGN;
}

// A name in the folder of the final name, hence on the same file system; short enough for any limit
// on names there.
std::string work_name(const fs::path& final, int number) {
  return (final.parent_path() / fmt::format("romcast.{}-{}.tmp", ::getpid(), number)).string();
}

InputError unwritable(const std::string& path, int error) {
  return InputError{
      fmt::format("{}: cannot be written: {}; give a path that can", path, std::strerror(error))};
}

std::vector<fs::path> entries_of(const std::string& folder) {
  std::error_code none;
  std::vector<fs::path> entries;
  for (const auto& entry : fs::directory_iterator(folder, none)) entries.push_back(entry.path());
  return entries;
}

// Moves entries into a folder. If one cannot be moved, moves those before it back, and returns the
// error.
std::error_code moved(const std::vector<fs::path>& entries, const fs::path& to) {
  std::error_code error, none;
  for (auto one = entries.begin(); one != entries.end() && !error; ++one) {
    fs::rename(*one, to / one->filename(), error);
    while (error && one != entries.begin()) {
      --one;
      fs::rename(to / one->filename(), *one, none);
    }
  }
  return error;
}

// Replaces folder `final` by folder `work` where the file system cannot exchange names. Returns
// false, with the reason in errno, if a renaming fails.
bool replace(const std::string& final, const std::string& work) {
  const std::string old = work + ".old";
  const Temporary removed(old, [&] {
    if (std::rename(final.c_str(), old.c_str()) != 0) return false;
    if (std::rename(work.c_str(), final.c_str()) == 0) return true;
    const int reason = errno;
    (void)std::rename(old.c_str(), final.c_str());
    errno = reason;
    return false;
  });
  return !removed.path().empty();
}

}  // namespace

std::string end_of_links(const std::string& path) {
  std::error_code none;
  fs::path end(path);
  for (int i = 0; i < kTries && fs::is_symlink(fs::symlink_status(end, none)); ++i) {
    end = end.parent_path() / fs::read_symlink(end, none);
  }
  return end.string();
}

OutputFile::OutputFile(const std::string& path) : path_(path) {
  if (path == "-") {
    descriptor_ = STDOUT_FILENO;
    return;
  }
  if (path.empty()) fail(ENOENT);
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) fail(errno);
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && ::access(path.c_str(), W_OK) != 0) fail(errno);
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  } else {
    final_ = end_of_links(path);
    open_work(exists ? status.st_mode & kFolderMode : 0);
  }
  if (descriptor_ < 0) fail(errno);
}

OutputFile::~OutputFile() { close(); }

void OutputFile::write(std::string_view text) {
  if (const int error = write_all(descriptor_, text); error != 0) fail(error);
}

void OutputFile::commit() {
  if (const int error = close(); error != 0) fail(error);
  if (work_.path().empty()) return;
  if (std::rename(work_.path().c_str(), final_.c_str()) != 0) fail(errno);
  work_.keep();
}

// `mode`: permissions of the file that will be replaced; 0: there is none.
void OutputFile::open_work(unsigned mode) {
  for (int i = 0; i < kTries; ++i) {
    const std::string name = work_name(final_, i);
    work_ = Temporary(name, [&] {
      descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kFileMode);
      return descriptor_ >= 0;
    });
    if (descriptor_ >= 0 || errno != EEXIST) break;
  }
  if (descriptor_ >= 0 && mode != 0) (void)::fchmod(descriptor_, mode);
}

// Returns errno if closing fails, else 0: some file systems report write errors at close only.
// Standard output stays open; closing a duplicate of standard output reports the same error.
int OutputFile::close() {
  int descriptor = std::exchange(descriptor_, -1);
  if (descriptor == STDOUT_FILENO) descriptor = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  return descriptor < 0 || ::close(descriptor) == 0 ? 0 : errno;
}

void OutputFile::fail(int error) const {
  if (path_ == "-" && error == EPIPE && !sigpipe_ignored()) throw BrokenPipe();
  throw unwritable(path_ == "-" ? "standard output" : path_, error);
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

void check_folder_name(const std::string& path) {
  if (path == "-") {
    throw InputError({"output", path}, "a folder cannot go to stdout", "give another path");
  }
}

NewParents::~NewParents() {
  while (!made_.empty()) made_.pop_back();
}

int NewParents::make(const fs::path& folder) {
  std::error_code none;
  if (folder.empty() || fs::is_directory(folder, none)) return 0;
  if (const int error = make(folder.parent_path()); error != 0) return error;
  int error = 0;
  made_.push_back(Temporary(
      folder.string(),
      [&] {
        error = ::mkdir(folder.c_str(), kFolderMode) == 0 ? 0 : errno;
        return error == 0;
      },
      Temporary::Contents::spared));
  // The names . and .., and a folder that another process has just made, are there already.
  return error == EEXIST && fs::is_directory(folder, none) ? 0 : error;
}

void NewParents::keep() {
  for (Temporary& folder : made_) folder.keep();
}

OutputFolder::OutputFolder(const std::string& path) : path_(path) {
  check_folder_name(path);
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) fail(errno);
  if (exists && !S_ISDIR(status.st_mode)) {
    throw InputError(fmt::format("{}: is there already and is no folder", path));
  }
  fs::path final = exists ? fs::canonical(path) : fs::path(end_of_links(path));
  if (!final.has_filename()) final = final.parent_path();  // "dir/"
  final_ = final.string();
  int error = parents_.make(final.parent_path());
  if (error != 0) fail(error);
  for (int i = 0; i < kTries; ++i) {
    work_ = work_name(final, i);
    made_ = Temporary(work_, [&] {
      error = ::mkdir(work_.c_str(), kFolderMode) == 0 ? 0 : errno;
      return error == 0;
    });
    if (error != EEXIST) break;
  }
  if (error != 0) fail(error);
  if (exists) (void)::chmod(work_.c_str(), status.st_mode & kFolderMode);
}

void OutputFolder::write(const std::string& name, std::string_view text) {
  const std::string file = (fs::path(work_) / name).string();
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kFileMode);
  if (descriptor < 0) fail(errno);
  const int error = write_all(descriptor, text);
  if (::close(descriptor) != 0) fail(errno);
  if (error != 0) fail(error);
}

void OutputFolder::commit() {
  std::error_code none;
  if (!fs::exists(final_, none)) {
    if (std::rename(work_.c_str(), final_.c_str()) != 0) fail(errno);
    made_.keep();
    parents_.keep();
    return;
  }
  if (fs::equivalent(".", final_, none)) return replace_entries();
  // After the exchange, work_ names the old folder, which the destructor of made_ removes.
  if (::renameat2(AT_FDCWD, work_.c_str(), AT_FDCWD, final_.c_str(), RENAME_EXCHANGE) == 0) return;
  if (errno != EINVAL && errno != ENOSYS) fail(errno);
  if (!replace(final_, work_)) fail(errno);
}

// Replaces what the current folder contains; if the folder itself were replaced, the user would be
// in a removed one.
void OutputFolder::replace_entries() const {
  const std::vector<fs::path> entries = entries_of(work_);
  const fs::path old = fs::path(work_) / "replaced";
  std::error_code error;
  fs::create_directory(old, error);
  if (!error) error = moved(entries_of(final_), old);
  if (!error) {
    error = moved(entries, final_);
    if (error) (void)moved(entries_of(old.string()), final_);
  }
  if (error) fail(error.value());
}

void OutputFolder::fail(int error) const { throw unwritable(path_, error); }

}  // namespace romcast
