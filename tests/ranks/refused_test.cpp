// SPDX-License-Identifier: Apache-2.0
// Commands that several ranks cannot run are refused in one line, by one of the ranks.
#include <catch2/catch.hpp>

#include "ranks/mpirun.hpp"

namespace {

using namespace romcast::test;

TEST_CASE("A command that runs on one rank refuses several, in one line") {
  const Finished refused = launch(on_ranks(2) + "explain --arity 2 --height 2");
  CHECK(refused.status != 0);
  CHECK(refused.out.empty());
  CHECK(refused.one_line());
}

TEST_CASE("What is wrong with the arguments one rank says") {
  const Finished refused = run_on(3, "--arity 1 --height 2");
  CHECK(refused.status == 2);
  CHECK(refused.out.empty());
  CHECK(refused.one_line());
}

TEST_CASE("Rows of nodes are refused before the run where ranks judge parts") {
  const Finished refused = run_on(2, "--network torus --dims 3x3 --collective alltoall --per-node");
  CHECK(refused.status == 2);
  CHECK(refused.out.empty());
  CHECK(refused.one_line());
}

TEST_CASE("Several ranks have no standard input") {
  const Finished refused = run_on(2, "-");
  CHECK(refused.status != 0);
  CHECK(refused.one_line());
}

TEST_CASE("One rank under mpirun is a run as ever") {
  const Finished one = run_on(1, "--arity 2 --height 2 --collective allgather --json -");
  CHECK(one.status == 0);
  CHECK(one.json()["verdict"] == "pass");
}

}  // namespace
