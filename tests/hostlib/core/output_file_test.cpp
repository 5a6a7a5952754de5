// SPDX-License-Identifier: Apache-2.0
// Folders of results: one that is not completed goes, with the folders made for it and nothing
// else.
#include "romcast/core/output_file.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include "romcast/core/error.hpp"

using namespace romcast;

namespace {

namespace fs = std::filesystem;

// A folder that is removed with the object.
struct Scratch {
  Scratch() {
    std::string name = (fs::temp_directory_path() / "romcast-output-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Scratch() { fs::remove_all(path); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  fs::path path;
};

// The status of a process that runs `work`, in waitpid's format.
int status_of(const std::function<void()>& work) {
  const pid_t process = ::fork();
  if (process == 0) {
    clean_up_on_signals();
    work();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(process, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("a folder that is not completed goes with the folders above it that were made") {
  const Scratch scratch;
  { const OutputFolder output((scratch.path / "out/deep/a").string()); }
  CHECK(fs::is_empty(scratch.path));
}

TEST_CASE("a file that another put above a folder stays if the folder is not completed") {
  const Scratch scratch;
  {
    const OutputFolder output((scratch.path / "out/deep/a").string());
    std::ofstream(scratch.path / "out/mine") << "text";
  }
  CHECK(fs::exists(scratch.path / "out/mine"));
  CHECK_FALSE(fs::exists(scratch.path / "out/deep"));
}

TEST_CASE("a file that another put above a folder stays if a signal ends the program") {
  const Scratch scratch;
  const int status = status_of([&] {
    OutputFolder output((scratch.path / "out/deep/a").string());
    output.write("half", "text");
    std::ofstream(scratch.path / "out/mine") << "text";
    (void)::raise(SIGTERM);
  });
  CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM));
  CHECK(fs::exists(scratch.path / "out/mine"));
  CHECK_FALSE(fs::exists(scratch.path / "out/deep"));
}

TEST_CASE("a folder that is completed stays with the folders made for it") {
  const Scratch scratch;
  {
    OutputFolder output((scratch.path / "out/a").string());
    output.write("whole", "text");
    output.commit();
  }
  CHECK(fs::exists(scratch.path / "out/a/whole"));
}

TEST_CASE("the entries of the current folder stay if they cannot be replaced") {
  const Scratch scratch;
  fs::create_directories(scratch.path / "here/old");
  const int status = status_of([&] {
    fs::current_path(scratch.path / "here");
    OutputFolder output(".");
    fs::remove_all(output.work_path());
    try {
      output.commit();
      ::_exit(1);
    } catch (const InputError&) {
    }
  });
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  CHECK(fs::exists(scratch.path / "here/old"));
}

TEST_CASE("the entries of the current folder are replaced, and the folder stays") {
  const Scratch scratch;
  const fs::path here = scratch.path / "here";
  fs::create_directories(here / "old");
  const int status = status_of([&] {
    fs::current_path(here);
    OutputFolder output(".");
    output.write("new", "text");
    output.commit();
    if (!fs::exists("new")) ::_exit(1);
  });
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  CHECK(fs::exists(here / "new"));
  CHECK_FALSE(fs::exists(here / "old"));
  CHECK(std::distance(fs::directory_iterator(scratch.path), {}) == 1);
}
