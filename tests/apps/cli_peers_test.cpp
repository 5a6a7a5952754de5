// SPDX-License-Identifier: Apache-2.0
// Published figures of other schedulers, from the command line.
#include <catch2/catch.hpp>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;

TEST_CASE("a published figure stands beside romcast's, with a verdict", "[cli][peers]") {
  const Folder folder;
  const Finished done =
      call(words("reproduce peers-tacos-torus-3x3x3 peers-sccl-refuted -o") + folder.file("out"));
  CHECK(done.status == 0);
  CHECK_THAT(done.out,
             Contains("equal, proved") && Contains("2 figures: 0 ahead, 2 equal, 0 behind"));
  const auto parsed = nlohmann::json::parse(content(folder.file("out") + "/peers.json"));
  CHECK(parsed["schema"] == "romcast.peers/1");
  REQUIRE(parsed["figures"].size() == 2);
  const auto& torus = parsed["figures"][0];
  CHECK(torus["published"] == 5);
  CHECK(torus["romcast"] == 5);
  CHECK(torus["proved"] == true);
  CHECK(torus["hardware"] == true);
  CHECK_THAT(content(folder.file("out") + "/peers.csv"), Contains("peers-sccl-refuted,SCCL"));
}

TEST_CASE("the alltoall on a generalized Kautz graph meets its bound", "[cli][peers]") {
  const Finished done = call(words("reproduce peers-direct-kautz-32"));
  CHECK(done.status == 0);
  CHECK_THAT(done.out, Contains("ahead, proved"));
}

TEST_CASE("unknown figures, and papers beside them, are refused in a line", "[cli][peers]") {
  const Finished unknown = call(words("reproduce peers-tacos-torus-3x3x4"));
  CHECK(unknown.status == 2);
  CHECK(unknown.one_line());
  CHECK_THAT(unknown.err, Contains("did you mean"));
  const Finished both = call(words("reproduce peers trees"));
  CHECK(both.status == 2);
  CHECK(both.one_line());
}
