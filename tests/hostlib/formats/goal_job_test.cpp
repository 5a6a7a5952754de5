// SPDX-License-Identifier: Apache-2.0
// GOAL programs as jobs, without a command line.
#include "romcast/formats/goal_job.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "romcast/core/error.hpp"
#include "romcast/report/report.hpp"

using namespace romcast;
using Catch::Contains;

namespace {

GoalProgram program(const std::string& text) {
  std::istringstream in(text);
  return read_goal(in, "p.goal");
}

}  // namespace

TEST_CASE("a message of a GOAL program takes L + 2o") {
  const GoalProgram one =
      program("num_ranks 2\nrank 0 {\nl1: send 1b to 1\n}\nrank 1 {\nl1: recv 1b from 0\n}\n");
  Run run(goal_job(one, {.timing = {.latency = 6, .overhead = 2, .gap = 4}}));
  CHECK(run.legal());
  CHECK(run.verdict().cycles == 10);
}

TEST_CASE("the error of sizes that differ names the field, and no option") {
  const GoalProgram two = program(
      "num_ranks 2\nrank 0 {\nl1: send 4b to 1\nl2: send 8b to 1\n}\n"
      "rank 1 {\nl1: recv 4b from 0\nl2: recv 8b from 0\n}\n");
  CHECK_NOTHROW(goal_job(two, {.timing = {.latency = 3}}));
  CHECK_THROWS_WITH(goal_job(two, {.timing = {.latency = 3}, .gap_per_byte = 1}),
                    Contains("`gap_per_byte`") && Contains("4 to 8 bytes"));
}

TEST_CASE("a claim that a GOAL program cannot fulfil fails its report") {
  const GoalProgram one = program(
      "num_ranks 3\nrank 0 {\nl1: send 1b to 1\n}\nrank 1 {\nl1: recv 1b from 0\n}\nrank 2 {\n}\n");
  const Timing timing{.latency = 3};
  CHECK(Run(goal_job(one, {.timing = timing})).report().pass());
  CHECK_FALSE(
      Run(goal_job(one, {.timing = timing, .claim = CollectiveKind::broadcast})).report().pass());
}
