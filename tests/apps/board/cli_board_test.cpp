// SPDX-License-Identifier: Apache-2.0
// Boards from the command line: results through the serial line must equal those of the
// co-simulation.
#include <catch2/catch.hpp>

#include "apps/piped.hpp"
#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

json report(const std::string& command) {
  const Finished done = call(words(command + " --json -"));
  CAPTURE(command, done.out, done.err);
  REQUIRE(done.status == 0);
  REQUIRE(done.err.empty());
  return done.json();
}

// Returns the report without its costs, without names of the hardware, and without fields that a
// board's report lacks because a board shows no hops.
json comparable(json report) {
  for (const char* key : {"control", "target", "item_delay", "ordered"}) {
    report["hardware"].erase(key);
  }
  report.erase("trace_equals_plan");
  report.erase("cost");
  return report;
}

void check_like_run(const std::string& scenario) {
  CAPTURE(scenario);
  const json board = report("board run --port sim " + scenario);
  CHECK(board["hardware"]["control"] == "board");
  CHECK(board["hardware"]["target"] == "sim");
  CHECK(board["trace_equals_plan"].is_null());
  CHECK(comparable(board) == comparable(report("run " + scenario)));
}

}  // namespace

TEST_CASE("a fat tree on a board shows what the co-simulation measures", "[cli][board]") {
  for (const char* scenario : {"-k 2 -H 2 -p multi -c allgather --control rom",
                               "-k 2 -H 2 -p single -c alltoall -a upward-first-credit"}) {
    check_like_run(scenario);
  }
}

TEST_CASE("a direct network on a board shows what the co-simulation measures", "[cli][board]") {
  for (const char* scenario : {"-n star --symbols 3 -p single -c alltoall --control rule",
                               "-n mesh --dims 2x2 -p multi -c reduce --messages 2"}) {
    check_like_run(scenario);
  }
}

TEST_CASE("a fully connected network on a board shows what the co-simulation measures",
          "[cli][board]") {
  for (const char* scenario :
       {"-n complete --processors 4 -c broadcast --messages 2",
        "-n complete --processors 4 --latency 3 --overhead 1 --gap 2 -c broadcast"}) {
    check_like_run(scenario);
  }
}

TEST_CASE("a schedule file runs on a board, from standard input, too", "[cli][board]") {
  const Folder folder;
  const std::string plan = folder.file("plan");
  REQUIRE(call(words("plan -k 2 -H 1 -p multi -c broadcast --messages 3 -o " + plan)).status == 0);
  const json board = report("board run --port sim " + plan);
  CHECK(comparable(board) == comparable(report("run " + plan)));
  const Finished piped = call_piped(words("board run --port sim -"), content(plan));
  CHECK(piped.status == 0);
  CHECK_THAT(piped.out, Contains("board        sim") && Contains("pass"));
}

TEST_CASE("a GOAL program runs on a board, and must be what it is said to be", "[cli][board]") {
  const Folder folder;
  // Rank 2 gets rank 0's data through rank 1, which computes in between.
  const std::string chain =
      folder.write("chain",
                   "num_ranks 3\nrank 0 {\na: send 1b to 1\n}\n"
                   "rank 1 {\na: recv 1b from 0\nb: calc 5\nb requires a\n"
                   "c: send 1b to 2\nc requires b\n}\nrank 2 {\na: recv 1b from 1\n}\n") +
      " --latency 6 --overhead 2 --gap 4";
  const json board = report("board run --port sim " + chain + " --as broadcast");
  CHECK(board["hardware"]["cycles"] == 2 * 10 + 5);
  CHECK(comparable(board) == comparable(report("run " + chain + " --as broadcast")));
  const Finished built = call(words("board build --board icebreaker --as allgather " + chain));
  CHECK(built.status == 1);
  CHECK_THAT(built.err, Contains("no allgather"));
}

TEST_CASE("a simulated board refuses a port and a report", "[cli][board]") {
  for (const char* option : {"--port /dev/ttyUSB0", "--baud 9600", "--json s.json"}) {
    CAPTURE(option);
    const std::string name = std::string(option).substr(0, std::string(option).find(' '));
    CHECK_THAT(refusal("board sim -k 2 -H 2 -c allgather -p multi " + std::string(option)),
               Contains(name) && Contains("board sim"));
  }
}

TEST_CASE("a run on a board that breaks a rule fails as it does without", "[cli][board]") {
  const std::string scenario = "-k 2 -H 1 -p single -c alltoall --queue-depth 1";
  const Finished run = call(words("run --json - " + scenario));
  const Finished board = call(words("board run --port sim --json - " + scenario));
  CAPTURE(run.out, board.out, board.err);
  CHECK(run.status == 1);
  CHECK(board.status == 1);
  CHECK(board.json()["hardware"]["overflows"] == run.json()["hardware"]["overflows"]);
  CHECK(board.json()["failures"][0] == run.json()["failures"][0]);
}
