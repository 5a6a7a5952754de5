// SPDX-License-Identifier: Apache-2.0
#include "systemc/sealed_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <string_view>
#include <system_error>

#include "romcast/core/standard_streams.hpp"

namespace romcast {
namespace {

using Buffer = std::array<char, 1 << 16>;

// The line that seals a file; the length of the line depends only on `name`.
std::string seal(const std::string& name, std::uint64_t bytes, unsigned long checksum) {
  return fmt::format("\n{}: {:020} bytes, CRC-32 {:08x}\n", name, bytes, checksum);
}

// Reads `most` bytes from offset `from` on, or fewer if the file ends; returns the number of bytes
// read. Throws std::system_error if reading fails.
std::size_t read_at(int file, char* to, std::size_t most, std::uint64_t from) {
  std::size_t done = 0;
  while (done < most) {
    const ssize_t n = ::pread(file, to + done, most - done, static_cast<off_t>(from + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw std::system_error(errno, std::generic_category());
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

void write(const Descriptor& file, std::string_view text) {
  if (const int error = write_all(file.number(), text); error != 0) {
    throw std::system_error(error, std::generic_category());
  }
}

// Passes the first `bytes` bytes of a file, or fewer if the file ends, to `use`, a buffer at a
// time; returns the number of bytes passed.
template <class Use>
std::uint64_t read_up_to(int file, std::uint64_t bytes, const Use& use) {
  Buffer buffer;
  std::uint64_t done = 0;
  while (done < bytes) {
    const std::size_t most = std::min<std::uint64_t>(buffer.size(), bytes - done);
    const std::size_t n = read_at(file, buffer.data(), most, done);
    use(std::string_view(buffer.data(), n));
    done += n;
    if (n < most) break;
  }
  return done;
}

unsigned long extended(unsigned long checksum, std::string_view text) {
  return ::crc32_z(checksum, reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

}  // namespace

void copy_sealed(const Descriptor& from, const Descriptor& to, const std::string& name) {
  unsigned long checksum = 0;
  const std::uint64_t bytes = read_up_to(from.number(), UINT64_MAX, [&](std::string_view part) {
    checksum = extended(checksum, part);
    write(to, part);
  });
  write(to, seal(name, bytes, checksum));
}

std::string damage(const Descriptor& file, const std::string& name) {
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) return "cannot be read";
  if (status.st_size == 0) return "empty";
  const auto size = static_cast<std::uint64_t>(status.st_size);
  const std::size_t sealed = seal(name, 0, 0).size();
  if (size <= sealed) return "cut";
  try {
    unsigned long checksum = 0;
    const std::uint64_t bytes =
        read_up_to(file.number(), size - sealed,
                   [&](std::string_view part) { checksum = extended(checksum, part); });
    std::string found(sealed, ' ');
    found.resize(read_at(file.number(), found.data(), sealed, bytes));
    return found == seal(name, bytes, checksum) ? "" : "cut or changed";
  } catch (const std::system_error& error) {
    return error.code().message();
  }
}

}  // namespace romcast
