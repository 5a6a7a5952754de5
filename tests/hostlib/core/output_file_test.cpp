// SPDX-License-Identifier: Apache-2.0
// Folders of results: one that is not completed goes, with the folders made for it and nothing
// else.
#include "romcast/core/output_file.hpp"

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "hostlib/own_process.hpp"
#include "hostlib/schedule_text.hpp"

using namespace romcast;
using test::Folder, test::signal_of, test::status_of;

namespace fs = std::filesystem;

TEST_CASE("a folder that is not completed goes with the folders above it that were made") {
  const Folder scratch;
  { const OutputFolder output(scratch.file("out/deep/a")); }
  CHECK(scratch.entries() == 0);
}

TEST_CASE("a file that another put above a folder stays if the folder is not completed") {
  const Folder scratch;
  {
    const OutputFolder output(scratch.file("out/deep/a"));
    std::ofstream(scratch.file("out/mine")) << "text";
  }
  CHECK(fs::exists(scratch.file("out/mine")));
  CHECK_FALSE(fs::exists(scratch.file("out/deep")));
}

TEST_CASE("a file that another put above a folder stays if a signal ends the program") {
  const Folder scratch;
  CHECK(signal_of([&] {
          OutputFolder output(scratch.file("out/deep/a"));
          output.write("half", "text");
          std::ofstream(scratch.file("out/mine")) << "text";
          (void)::raise(SIGTERM);
        }) == SIGTERM);
  CHECK(fs::exists(scratch.file("out/mine")));
  CHECK_FALSE(fs::exists(scratch.file("out/deep")));
}

TEST_CASE("a folder that is completed stays with the folders made for it") {
  const Folder scratch;
  {
    OutputFolder output(scratch.file("out/a"));
    output.write("whole", "text");
    output.commit();
  }
  CHECK(fs::exists(scratch.file("out/a/whole")));
}

TEST_CASE("the entries of the current folder stay if they cannot be replaced") {
  const Folder scratch;
  fs::create_directories(scratch.file("here/old"));
  const int status = status_of([&] {
    fs::current_path(scratch.file("here"));
    OutputFolder output(".");
    fs::remove_all(output.work_path());
    try {
      output.commit();
      ::_exit(1);
    } catch (const InputError&) {
    }
  });
  CHECK(status == 0);
  CHECK(fs::exists(scratch.file("here/old")));
}

TEST_CASE("the entries of the current folder are replaced, and the folder stays") {
  const Folder scratch;
  const fs::path here = scratch.file("here");
  fs::create_directories(here / "old");
  const int status = status_of([&] {
    fs::current_path(here);
    OutputFolder output(".");
    output.write("new", "text");
    output.commit();
    if (!fs::exists("new")) ::_exit(1);
  });
  CHECK(status == 0);
  CHECK(fs::exists(here / "new"));
  CHECK_FALSE(fs::exists(here / "old"));
  CHECK(scratch.entries() == 1);
}
