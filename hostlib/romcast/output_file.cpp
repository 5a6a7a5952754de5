#include "romcast/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "romcast/error.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

constexpr int kTries = 100;

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path) {
  if (path == "-") {
    descriptor_ = STDOUT_FILENO;
    return;
  }
  if (path.empty()) fail(ENOENT);
  std::error_code none;
  const fs::file_status status = fs::status(path, none);
  if (fs::is_directory(status)) fail(EISDIR);
  if (fs::exists(status) && ::access(path.c_str(), W_OK) != 0) fail(errno);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    // Through a symbolic link the file it names is replaced, not the link.
    final_ = fs::exists(status) ? fs::canonical(path, none).string() : path;
    open_temporary();
  }
  if (descriptor_ < 0) fail(errno);
}

OutputFile::~OutputFile() {
  close();
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::commit() {
  if (!close()) fail(errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), final_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void OutputFile::open_temporary() {
  for (int i = 0; i < kTries; ++i) {
    temporary_ = fmt::format("{}.{}-{}.tmp", final_, ::getpid(), i);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0 || errno != EEXIST) break;
  }
  if (descriptor_ < 0) temporary_.clear();
}

bool OutputFile::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  return descriptor < 0 || descriptor == STDOUT_FILENO || ::close(descriptor) == 0;
}

void OutputFile::fail(int error) const {
  throw InputError(fmt::format("{}: cannot be written: {}; give a path that can",
                               path_ == "-" ? "standard output" : path_, std::strerror(error)));
}

}  // namespace romcast
