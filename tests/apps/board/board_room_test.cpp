// SPDX-License-Identifier: Apache-2.0
// A board built with extra capacity runs schedules for which it was not built; its figures equal
// those of the co-simulation.
#include <catch2/catch.hpp>

#include "apps/board/simulator.hpp"
#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

Finished on(const std::string& device, const std::string& scenario) {
  return call(words("board run --json - --port " + device + " " + scenario));
}

void check_like_run(const std::string& device, const std::string& scenario) {
  const Finished board = on(device, scenario), run = call(words("run --json - " + scenario));
  CAPTURE(scenario, board.err, run.err);
  REQUIRE(board.status == 0);
  for (const char* key :
       {"cycles", "hops", "delivered", "max_queue", "max_waiting", "queues", "busy_cycles"}) {
    CAPTURE(key);
    CHECK(board.json()["hardware"][key] == run.json()["hardware"][key]);
  }
}

void check_refused(const Finished& done, const std::string& words) {
  CAPTURE(done.err);
  CHECK(done.status == 2);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains(words));
}

}  // namespace

TEST_CASE("a tree with room runs all collectives, and schedules written by hand", "[cli][board]") {
  const std::string tree = "-k 2 -H 2 -p multi --control rom ";
  const Folder folder;
  const std::string plan = folder.file("plan");
  REQUIRE(call(words("plan -k 2 -H 2 -p multi -c scatter --source 2 -o " + plan)).status == 0);
  with_board(tree + "-c alltoall -a greedy --queue-depth 5 --room 16",
             [&](const std::string& device, int) {
               for (const char* other : {"-c alltoall -a pipelined", "-c allgather -a flooding",
                                         "-c broadcast --source 3 --messages 2"}) {
                 check_like_run(device, tree + other);
               }
               check_like_run(device, plan);
               check_refused(on(device, tree + "-c alltoall -a greedy --messages 6"),
                             "--queue-depth");
               check_refused(on(device, tree + "-c broadcast --messages 40"), "--room 40");
               check_refused(on(device, tree + "-c broadcast --room 8"), "--room 8");
             });
}

TEST_CASE("a star graph with room runs other messages through its stores", "[cli][board]") {
  const std::string star = "-n star --symbols 3 -p single --control rom ";
  with_board(star + "-c alltoall --room 32", [&](const std::string& device, int) {
    check_like_run(device, star + "-c allgather");
    check_like_run(device, star + "-c broadcast --messages 2");
  });
}

TEST_CASE("a board with room whose nodes combine has the result at any processor", "[cli][board]") {
  const std::string reduce = "-n ring --processors 4 -p multi -c reduce --messages 2 -a ";
  with_board(reduce + "matching --room 16", [&](const std::string& device, int) {
    check_like_run(device, reduce + "matching --source 2");
    check_like_run(device, reduce + "binomial --source 1");
  });
}
