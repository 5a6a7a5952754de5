// SPDX-License-Identifier: Apache-2.0
#include "claims/ledger/page.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "hostlib/schedule_text.hpp"

namespace romcast::claims {

TEST_CASE("a ledger names the commit of a worktree whose .git file has a relative path") {
  const test::Folder folder;
  const std::string commit(40, 'c');
  std::filesystem::create_directories(folder.file("tree"));
  std::filesystem::create_directories(folder.file("kept"));
  std::ofstream(folder.file("tree/.git")) << "gitdir: ../kept\n";
  std::ofstream(folder.file("kept/HEAD")) << commit << '\n';
  CHECK(made_now(folder.file("tree"), "").commit == commit.substr(0, 12));
}

}  // namespace romcast::claims
