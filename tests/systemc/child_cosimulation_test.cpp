// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "romcast/networks/networks.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/cosimulation.hpp"

using namespace romcast;

TEST_CASE("A child reports the queues of a run as the run knows them") {
  Run run(make_job(make_problem(networks::torus({3, 3}), CollectiveKind::alltoall)));
  ChildCosimulation child;
  const Report report = run.report(child);
  REQUIRE(report.pass());
  REQUIRE(report.hardware->depths.size() == run.depths().size());
  for (std::size_t i = 0; i < run.depths().size(); ++i) {
    const QueueDepth &measured = report.hardware->depths[i], &planned = run.depths()[i];
    CHECK(measured.where == planned.where);
    CHECK(measured.queue == planned.queue);
    CHECK(measured.needed == planned.needed);
    CHECK(measured.built == planned.built);
    CHECK(measured.occupancy == planned.occupancy);
    CHECK(measured.begin == planned.begin);
    CHECK(measured.end == planned.end);
    CHECK(measured.entry_bits == planned.entry_bits);
  }
}
