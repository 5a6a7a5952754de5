// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/input_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

const char* kind(const fs::file_status& status) {
  switch (status.type()) {
    case fs::file_type::directory:
      return "a folder";
    case fs::file_type::fifo:
      return "a pipe";
    default:
      return "a device";
  }
}

}  // namespace

std::ifstream open_input(const std::string& path, std::uint64_t most_bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  // Checked before opening, because opening a pipe could block for ever.
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw InputError(fmt::format("{}: is {}; give a regular file", path, kind(status)));
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  const std::uintmax_t bytes = fs::file_size(path, error);
  if (!error && bytes > most_bytes) {
    throw InputError(
        fmt::format("{}: has {} bytes; give one of {} at most", path, bytes, most_bytes));
  }
  return in;
}

}  // namespace romcast
