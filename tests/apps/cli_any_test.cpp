// SPDX-License-Identifier: Apache-2.0
// Algorithms for any network, from the command line.
#include <catch2/catch.hpp>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;

TEST_CASE("theory says whether a plan is optimal, and by whom that was proved", "[cli][any]") {
  const Finished done = call(words("plan --json -") + "--network star --symbols 4 -c allgather" +
                             "-p multi -a matching");
  REQUIRE(done.status == 0);
  const auto theory = done.json()["theory"];
  CHECK(theory["lower_bound"] == 8);  // 23 messages over 3 links: ceil(23/3)
  CHECK(theory["optimal"] == true);
  CHECK(theory["optimal_by"] == "bound");
}

TEST_CASE("what is not known to be optimal is neither optimal nor not", "[cli][any]") {
  const Finished done = call(words("plan --json - -k 2 -H 3 -c alltoall -p multi"));
  REQUIRE(done.status == 0);
  const auto report = done.json();
  CHECK(report["theory"].contains("optimal"));
  if (report["plan"]["cycles"] != report["theory"]["lower_bound"]) {
    CHECK(report["theory"]["optimal"].is_null());
    CHECK(report["theory"]["optimal_by"].is_null());
  }
}

TEST_CASE("a solver's proof is told as such, and a run follows such a plan", "[cli][any]") {
  const Finished done = call(words("run --json -") + "--network star --symbols 3 -c allgather" +
                             "-p single -a exact --seconds 20");
  REQUIRE(done.status == 0);
  const auto report = done.json();
  CHECK(report["hardware"]["cycles"] == 5);  // ring of six: 5 messages, one per cycle
  CHECK(report["theory"]["optimal"] == true);
  CHECK(report["trace_equals_plan"] == true);
}

TEST_CASE("a report tells the rate, its bound and why it is one, and hardware follows",
          "[cli][any]") {
  const Finished tree =
      call(words("run --json - --network dgx1 -c allgather -p multi") + "-a forest --messages 6");
  REQUIRE(tree.status == 0);
  const auto forest = tree.json();
  CHECK(forest["trace_equals_plan"] == true);
  CHECK(forest["theory"]["rate"]["messages"] == 6);  // ForestColl: 7/6 cycles per message
  CHECK(forest["theory"]["rate"]["cycles"] == 7);
  CHECK(forest["plan"]["rate"] == forest["theory"]["rate"]);
  CHECK(forest["theory"]["rate_witness"].size() == 1);
  CHECK_THAT(forest["theory"]["rate_certificate"].get<std::string>(),
             Contains("7 messages, of one each, must enter {p"));
  const Finished paths =
      call(words("run --json - --network dgx1 -c alltoall -p multi") + "-a flow --messages 3");
  REQUIRE(paths.status == 0);
  const auto flow = paths.json();
  CHECK(flow["trace_equals_plan"] == true);
  CHECK(flow["theory"]["rate"]["messages"] == 3);  // each half sends 16 messages over 6 links
  CHECK(flow["theory"]["rate"]["cycles"] == 8);
  CHECK(flow["verdict"] == "pass");
}

TEST_CASE("hardware combines along a forest", "[cli][any]") {
  for (const char* collective : {"reduce-scatter", "allreduce", "reduce"}) {
    const Finished done = call(words("run --json - --network mesh --dims 2x3 -p multi -a forest") +
                               "--messages 6 -c" + collective);
    CAPTURE(collective);
    REQUIRE(done.status == 0);
    CHECK(done.json()["trace_equals_plan"] == true);
  }
}

TEST_CASE("a report in words tells the rate", "[cli][any]") {
  const Finished done = call(words("plan --network mesh --dims 4x4 -c allgather -p multi") +
                             "-a forest --messages 2");
  REQUIRE(done.status == 0);
  CHECK_THAT(done.out, Contains("rate         2 / 15 cycles, 100.0 % of 2 / 15, the bound\n") &&
                           Contains("must enter {p") && Contains("k = 2, U = 15"));
}

TEST_CASE("no time at all still gives a schedule", "[cli][any][slow]") {
  for (const char* algorithm : {"exact", "matching", "flow", "periodic"}) {
    const Finished done = call(words("plan --json -") + "--network star --symbols 4 -c alltoall" +
                               "-p multi --seconds 0 -a" + algorithm);
    REQUIRE(done.status == 0);
    CHECK(done.json()["plan"]["violation_count"] == 0);
  }
}

TEST_CASE("a time that is none is refused", "[cli][any]") {
  for (const char* seconds : {"-1", "soon", "1e99", "nan"}) {
    const Finished done = call(words("plan") + "--network star --symbols 4 -c allgather -a exact" +
                               (std::string("--seconds=") + seconds));
    CHECK(done.status == 2);
    CHECK(done.one_line());
    CHECK_THAT(done.err, Contains("--seconds") && Contains("give a number"));
  }
}

TEST_CASE("times that hops do not have here are refused", "[cli][any]") {
  const Finished done =
      call(words("plan") + "--network star --symbols 4 -c allgather -a matching --startup 3");
  CHECK(done.status == 2);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("leave out the times"));
}

TEST_CASE("the list names what serves any network", "[cli][any]") {
  const Finished done = call(words("list algorithms"));
  CHECK(done.status == 0);
  CHECK_THAT(done.out, Contains("any network whose nodes forward") && Contains("matching"));
}

TEST_CASE("what takes more cycles than some schedule is not optimal", "[cli][any]") {
  // Single-port alltoall on a Cayley graph: some schedule attains the lower bound, which is the sum
  // of a node's distances, but this plan does not.
  const Finished done = call(words("plan --json -") + "--network torus --dims 4x4 -c alltoall" +
                             "-p single -a dimension-order");
  REQUIRE(done.status == 0);
  const auto report = done.json();
  CHECK(report["theory"]["lower_bound"] == 32);  // 16 nodes * 2 dimensions * mean distance 1
  REQUIRE(report["plan"]["cycles"] > 32);
  CHECK(report["theory"]["optimal"] == false);
  CHECK(report["theory"]["optimal_by"].is_null());
}

TEST_CASE("a source has a number or a name, and keeps its part of a broken network", "[cli][any]") {
  const auto plan = words("plan --json - -p multi -c broadcast --network mesh --dims 2x5");
  const Finished named = call(plan + "--source p7");
  REQUIRE(named.status == 0);
  CHECK(named.json()["scenario"]["source"] == 7);
  const Finished kept = call(plan + "--source p5 --without p1-p2,p6-p7");
  REQUIRE(kept.status == 0);
  CHECK(kept.json()["scenario"]["nodes"] == 4);
  CHECK(kept.json()["scenario"]["source"] == 2);  // p5 is number 2 of p0, p1, p5, p6
  const Finished nobody = call(plan + "--source p10");
  CHECK(nobody.status == 2);
  CHECK(nobody.one_line());
  CHECK_THAT(nobody.err, Contains("--source p10") && Contains("0 to 9"));
  const Finished broken = call(plan + "--source p5 --without p5");
  CHECK(broken.status == 2);
  CHECK(broken.one_line());
}
