// SPDX-License-Identifier: Apache-2.0
// Schedule files as jobs, without a command line.
#include "romcast/formats/schedule_job.hpp"

#include <catch2/catch.hpp>

#include "hostlib/schedule_text.hpp"
#include "romcast/networks/network_expression.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/run.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

// Writes the plan of a broadcast on a ring, and reads it.
ScheduleFile ring_broadcast() {
  const Folder folder;
  const std::string path = folder.file("plan.txt");
  const auto option = [](std::string_view name) {
    return name == "processors" ? std::optional<std::string>("5") : std::nullopt;
  };
  Run run(make_job(make_problem(make_network("ring", option), CollectiveKind::broadcast)),
          {.save_plan = path});
  CHECK(run.report().pass());
  return read(content(path));
}

}  // namespace

TEST_CASE("a schedule file is a job whose plan is the file") {
  Run run(schedule_job(ring_broadcast(), "plan.txt"));
  CHECK(run.legal());
  CHECK(run.verdict().cycles == 2);  // two processors on each side
  CHECK(run.job().hardware.control == Control::rom);
}

TEST_CASE("the error of hardware that cannot follow a file names the field, and no option") {
  CHECK_THROWS_WITH(schedule_job(ring_broadcast(), "plan.txt", {.control = Control::rule}),
                    Contains("`control` rule: plan.txt is a schedule"));
}
