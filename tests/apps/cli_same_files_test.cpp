// SPDX-License-Identifier: Apache-2.0
// The files of a plan, of its trace and of the trace of a run with `--dense`, which evaluates every
// switch in every cycle, are equal, byte by byte.
#include <catch2/catch.hpp>

#include "apps/program.hpp"

using namespace romcast::test;

namespace {

const std::string kLogp = "--network complete --processors 5 --latency 3 --overhead 1 --gap 2 ";

}  // namespace

TEST_CASE("plan, trace and dense trace are the same file on every network") {
  const Folder folder;
  const std::string plan = folder.file("plan"), trace = folder.file("trace");
  for (const std::string& scenario : std::vector<std::string>{
           "-k 2 -H 3 -c alltoall", "-k 2 -H 2 -p multi -c allgather",
           "-k 2 -H 2 -p multi -c gather --messages 2", "--network star --symbols 3 -c alltoall",
           "--network star --symbols 3 -c allgather -p multi",
           "--network star --symbols 3 -c alltoall -a grouped --startup 3",
           "--network complete --processors 9 -c broadcast --messages 4",
           "--network complete --processors 9 -p 2 -c broadcast --messages 4",
           kLogp + "-c summation --operands 60", kLogp + "-c summation --time 23",
           kLogp + "-c alltoall", kLogp + "-c broadcast --messages 3", kLogp + "-c allreduce",
           "--network complete --processors 6 --latency 3 -c broadcast --messages 4 -a buffered"}) {
    for (const char* dense : {"", " --dense"}) {
      CAPTURE(scenario, dense);
      const Finished run = call(words("run " + scenario + dense) +
                                ("--save-plan " + plan + " --save-trace " + trace));
      CAPTURE(run.err);
      REQUIRE(run.status == 0);
      const std::string planned = content(plan);
      CHECK(planned.ends_with("\nend\n"));
      CHECK(planned == content(trace));
    }
  }
}
