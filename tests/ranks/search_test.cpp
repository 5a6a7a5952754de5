// SPDX-License-Identifier: Apache-2.0
// Schedules that several ranks search for.
#include <catch2/catch.hpp>

#include "ranks/mpirun.hpp"

namespace {

using namespace romcast::test;

constexpr const char* kSearched = "plan --network torus --dims 4x3 --collective alltoall";

TEST_CASE("Several ranks find a legal schedule that is no longer than that of one") {
  if (!has_ranks()) return;
  const Folder folder;
  const Finished one = launch(on_ranks(1) + (kSearched + std::string(" --json -")));
  const std::string file = folder.file("found"), json = folder.file("json");
  const Finished found =
      launch(on_ranks(3) + (kSearched + std::string(" -o ") + file + " --json " + json));
  CHECK(found.status == 0);
  const auto report = nlohmann::json::parse(content(json));
  CHECK(report["plan"]["cycles"] <= one.json()["plan"]["cycles"]);
  CHECK(found.out.find("ranks found ") != std::string::npos);
  CHECK(launch(on_ranks(1) + ("check " + file)).status == 0);
  CHECK(folder.entries() == 2);
}

TEST_CASE("A plan that needs no search the first of several ranks makes") {
  if (!has_ranks()) return;
  const std::string plan = "plan --arity 2 --height 3 --collective allgather --json -";
  CHECK(launch(on_ranks(2) + plan).json()["plan"] == launch(on_ranks(1) + plan).json()["plan"]);
}

// The time limit is too short for all ranks to find the same plan.
TEST_CASE("Ranks whose searches end somewhere else run the plan of the first one") {
  if (!has_ranks()) return;
  const Finished done =
      run_on(3, "--network torus --dims 5x5 --collective alltoall --seconds 0.02");
  INFO(done.err);
  CHECK(done.status == 0);
}

TEST_CASE("A search in which no rank finds a plan is refused once") {
  if (!has_ranks()) return;
  const Finished done =
      launch(on_ranks(3) +
             "plan --network torus --dims 6x6 --tiles --ports multi --collective alltoall "
             "--period 35 --slots-waiting 1 --seconds 0.001");
  CHECK(done.status == 2);
  CHECK(done.err.find("--period 35: no schedule was found") != std::string::npos);
}

}  // namespace
