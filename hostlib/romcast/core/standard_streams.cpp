// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/standard_streams.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "romcast/core/output_file.hpp"

namespace romcast {
namespace {

extern "C" void do_nothing(int /*signal*/) {}

// Makes a system call that raises `signal` return an error. The signal gets a handler rather than
// SIG_IGN, because tools that romcast starts would inherit SIG_IGN.
void make_error(int signal) {
  struct sigaction before {};
  sigaction(signal, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = do_nothing;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void guard_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    // "/" always exists, and its descriptor can be neither read nor written, not even through
    // /dev/stdout.
    const int stand_in = open("/", O_RDONLY | O_DIRECTORY);
    if (stand_in != stream) _exit(3);
  }
  make_error(SIGPIPE);
  make_error(SIGXFSZ);
}

void print(std::string_view text) { write_file("-", text); }

bool names_standard_output(const std::string& path) {
  for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    if (path == name) return true;
  }
  struct stat file {
  }, output{};
  return stat(path.c_str(), &file) == 0 && fstat(STDOUT_FILENO, &output) == 0 &&
         file.st_dev == output.st_dev && file.st_ino == output.st_ino &&
         (S_ISREG(file.st_mode) || S_ISFIFO(file.st_mode));
}

void say(std::string_view text) { (void)write_all(STDERR_FILENO, text); }

int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd ready{.fd = descriptor, .events = POLLOUT, .revents = 0};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

}  // namespace romcast
