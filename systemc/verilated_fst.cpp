// SPDX-License-Identifier: Apache-2.0
// Compiles Verilator's verilated_fst_c.cpp with fflush, fclose and mmap replaced by versions that
// remember errors, and tmpfile by one that makes files in memory.
#include "systemc/verilated_fst.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace romcast {
namespace {

std::atomic<int>& first_error() {
  static std::atomic<int> error = 0;
  return error;
}

void remember(int error) {
  int none = 0;
  first_error().compare_exchange_strong(none, error == 0 ? EIO : error);
}

int checked_flush(std::FILE* file) {
  errno = 0;
  const int failed = std::fflush(file);
  if (failed != 0) remember(errno);
  return failed;
}

// The stream's error flag reveals failed writes, even if the caller ignored them.
int checked_close(std::FILE* file) {
  (void)checked_flush(file);
  if (std::ferror(file) != 0) remember(EIO);
  const int failed = std::fclose(file);
  if (failed != 0) remember(errno);
  return failed;
}

// Reserves disk space before mapping, since writing to a mapped hole on a full disk kills the
// program. If reserving fails, remembers the error and maps anonymous memory.
void* checked_map(void* address, std::size_t size, int access, int flags, int file, off_t from) {
  const int error = posix_fallocate(file, from, static_cast<off_t>(size));
  if (error == 0) return mmap(address, size, access, flags, file, from);
  remember(error);
  return mmap(address, size, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

// The temporary file is in memory, so that it needs no free space in /tmp.
std::FILE* memory_file() { return fdopen(memfd_create("fst", MFD_CLOEXEC), "w+b"); }

}  // namespace

int fst_error() { return first_error(); }

}  // namespace romcast

// Includes the headers before the macros, so that only calls are replaced.
#include "verilated.h"
#include "verilated_fst_c.h"

#define fflush romcast::checked_flush
#define fclose romcast::checked_close
#define mmap romcast::checked_map
#define tmpfile romcast::memory_file
#include "verilated_fst_c.cpp"
