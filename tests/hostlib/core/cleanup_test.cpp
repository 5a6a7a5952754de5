// SPDX-License-Identifier: Apache-2.0
// Signals and destructors remove all temporary files and end all children.
#include "romcast/core/cleanup.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "hostlib/own_process.hpp"

using namespace romcast;
using test::signal_of;

namespace {

namespace fs = std::filesystem;

fs::path scratch() {
  std::string name = (fs::temp_directory_path() / "romcast-cleanup-XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  return name;
}

Temporary file(const fs::path& path) {
  return {path.string(), [&] { return static_cast<bool>(std::ofstream(path) << "text"); }};
}

// A temporary folder with files, folders, and a link to an outside folder that must stay.
Temporary folder(const fs::path& path, const fs::path& outside) {
  Temporary made(path.string(), [&] { return fs::create_directory(path); });
  fs::create_directories(path / "in" / "deep");
  for (int i = 0; i < 200; ++i) std::ofstream(path / "in" / std::to_string(i)) << "text";
  fs::create_directory_symlink(outside, path / "in" / "deep" / "link");
  return made;
}

// Starts a shell that starts another process, both in a new process group; returns the shell's
// process ID, which is also the ID of the group.
pid_t start_shell() {
  const pid_t process = ::fork();
  if (process == 0) {
    ::setpgid(0, 0);
    ::signal(SIGTERM, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execl("/bin/sh", "sh", "-c", "sleep 1000 & wait", nullptr);
    ::_exit(127);
  }
  ::setpgid(process, process);
  return process;
}

}  // namespace

TEST_CASE("a signal removes temporary files and folders, and ends the program as ever") {
  const fs::path place = scratch();
  std::ofstream(place / "mine") << "text";
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    CHECK(signal_of([&] {
            const Temporary one = file(place / "one");
            const Temporary other = folder(place / "other", place);
            ::raise(signal);
          }) == signal);
    CHECK(std::distance(fs::directory_iterator(place), {}) == 1);
  }
  CHECK(fs::remove_all(place) == 2);
}

TEST_CASE("a signal removes what a thread that does not see it has made") {
  const fs::path place = scratch();
  CHECK(signal_of([&] {
          const Temporary made = folder(place / "other", place);
          for (int i = 0;; ++i) {
            if (i == 1000) ::kill(::getpid(), SIGTERM);
            std::ofstream(place / "other" / std::to_string(i)) << "text";
          }
        }) == SIGTERM);
  CHECK(fs::remove_all(place) == 1);
}

TEST_CASE("what is kept stays, and what is not goes with its owner") {
  const fs::path place = scratch();
  CHECK(signal_of([&] {
          Temporary kept = file(place / "kept");
          kept.keep();
          { const Temporary gone = folder(place / "gone", place); }
          const Temporary none(place / "none", [] { return false; });
          if (!none.path().empty() || fs::exists(place / "gone")) return;
          ::raise(SIGTERM);
        }) == SIGTERM);
  CHECK(fs::exists(place / "kept"));
  CHECK(fs::remove_all(place) == 2);
}

TEST_CASE("a folder whose contents are spared stays unless it is empty") {
  const fs::path place = scratch();
  CHECK(signal_of([&] {
          const auto spared = [&](const char* name) {
            return Temporary((place / name).string(),
                             [&] { return fs::create_directory(place / name); },
                             Temporary::Contents::spared);
          };
          const Temporary full = spared("full"), empty = spared("empty");
          const Temporary inside = file(place / "empty" / "one");
          std::ofstream(place / "full" / "mine") << "text";
          ::raise(SIGTERM);
        }) == SIGTERM);
  CHECK(fs::exists(place / "full" / "mine"));
  CHECK(fs::remove_all(place) == 3);
}

TEST_CASE("a signal that was ignored stays so") {
  ::signal(SIGHUP, SIG_IGN);
  CHECK(signal_of([] { ::raise(SIGHUP); }) == 0);
  ::signal(SIGHUP, SIG_DFL);
}

TEST_CASE("a signal ends a started process with what it has started") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK(signal_of([&] {
          ::close(ends[0]);
          const Child tool(Child::Scope::group, start_shell);
          ::raise(SIGTERM);
        }) == SIGTERM);
  ::close(ends[1]);
  char byte = 0;
  CHECK(::read(ends[0], &byte, 1) == 0);  // all writers have closed the pipe
  ::close(ends[0]);
}

TEST_CASE("a signal lets a fork remove its own files and does not touch them itself") {
  const fs::path place = scratch();
  CHECK(signal_of([&] {
          const Temporary one = file(place / "one");
          const Child fork([&] {
            const Temporary two = file(place / "two");
            ::kill(::getppid(), SIGTERM);
            for (;;) ::pause();
          });
          for (;;) ::pause();
        }) == SIGTERM);
  CHECK(fs::remove_all(place) == 1);
}

TEST_CASE("a child that is not waited for is ended, one that is tells its status") {
  Child quick([] { ::_exit(7); });
  const int status = quick.wait();
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 7);
  Child failing([] { throw 1; });
  CHECK(WEXITSTATUS(failing.wait()) == 1);
  pid_t process = 0;
  {
    const Child slow(Child::Scope::group, [&] { return process = start_shell(); });
  }
  CHECK(::kill(process, 0) == -1);
  CHECK(errno == ESRCH);
}
