// SPDX-License-Identifier: Apache-2.0
// Fabrics that the command line co-simulates: figures of each flow, broken tables, bad input.
#include <catch2/catch.hpp>
#include <fstream>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;

namespace {

const std::string kSmallTorus = "-n torus --dims 2x2 --tiles ";
const char* const kFlows =
    "flow camera from p0 to p3 words 3 latency 20\nflow motor from p3 to p1 latency 12\n"
    "flow all from p2 to p0,p1 words 2\n";

nlohmann::json fabric_run(const std::string& command, int status = 0) {
  const Finished done = call(Words{"run", "--json", "-"} + command);
  CAPTURE(command, done.err);
  REQUIRE(done.status == status);
  return done.json();
}

// Nothing but the schedule's own figures.
nlohmann::json planned(const std::string& command) {
  const Finished done = call(Words{"plan", "-p", "multi", "--json", "-"} + command);
  CAPTURE(command, done.err);
  REQUIRE(done.status == 0);
  return done.json();
}

void check_all_pass(const nlohmann::json& report) {
  CHECK(report["verdict"] == "pass");
  CHECK(report["failures"].empty());
  for (const auto& flow : report["flows"]) {
    CAPTURE(flow.dump());
    CHECK(flow["jitter"] == 0);
    if (flow["credit_only"] == true) continue;
    CHECK(flow["measured_latency"] == flow["latency"]);
    CHECK(flow["sent"] > 0);
    CHECK(flow["received"] == flow["sent"].get<std::uint64_t>() * flow["to"].size());
  }
}

}  // namespace

TEST_CASE("each flow of a fabric has the latency of its schedule and no jitter", "[cli][fabric]") {
  const auto report = fabric_run(kSmallTorus + "-c alltoall --fabric-period auto");
  check_all_pass(report);
  const auto plan = planned(kSmallTorus + "-c alltoall --period auto");
  CHECK(report["flows"].size() == 12);
  CHECK(report["periods"][0] == plan["plan"]["period"]["cycles"]);
  std::uint64_t longest = 0;
  for (const auto& flow : report["flows"])
    longest = std::max(longest, flow["latency"].get<std::uint64_t>());
  CHECK(longest == plan["plan"]["period"]["latency"]);
  CHECK(report["frames"] >= 16);
  // A COMMIT with frames that drain is done within two frames, here of four clocks.
  CHECK(report["change_clocks"] <= 2 * 4 + 16);
}

TEST_CASE("flows of a file run with multicasts, credits and a second schedule", "[cli][fabric]") {
  const Folder folder;
  const std::string flows = folder.write("my.flows", kFlows);
  const std::string then =
      folder.write("then.flows", "flow camera from p0 to p3\nflow other from p1 to p2 words 2\n");
  const auto report =
      fabric_run(kSmallTorus + "--fabric-period auto --payload 16 --pauses steady --flows " +
                 flows + " --then " + then);
  CHECK(report["verdict"] == "pass");
  CHECK(report["flows"][0]["words"] == 3);
  CHECK(report["flows"][0]["bound"] == 20);
  CHECK(report["periods"].size() == 2);
}

TEST_CASE("queues of the needed depth pass, and those of a word less are told", "[cli][fabric]") {
  const Folder folder;
  // Registers begin with arbitrary values, and a flow with several receivers never gets a credit
  // that would repair a wrong one.
  const std::string flows =
      "-n mesh --dims 2x2 --tiles --flows " + folder.write("my.flows", kFlows);
  for (const std::string& scenario :
       {kSmallTorus + "-c alltoall", kSmallTorus + "-c alltoall --credits off", flows}) {
    CAPTURE(scenario);
    const auto report = fabric_run(scenario + " --fabric-period auto --check-depths");
    check_all_pass(report);
    unsigned checked = 0;
    for (const auto& end : report["endpoints"]) {
      for (const char* queue : {"tx", "rx"}) {
        if (end[queue]["needed_suffices"].is_null()) continue;
        ++checked;
        CHECK(end[queue]["needed_suffices"] == true);
        CHECK(end[queue]["one_less_suffices"] == false);
        CHECK(end[queue]["needed"] <= end[queue]["built"]);
      }
    }
    CHECK(checked >= 2);
  }
}

TEST_CASE("a flipped bit of a table fails the run of a fabric", "[cli][fabric]") {
  const Folder folder;
  REQUIRE(call(Words{"fabric", "-o", folder.file("ip")} + (kSmallTorus + "-c alltoall")).status ==
          0);
  const std::string tables = content(folder.file("ip/tables_0.hex"));
  const std::string run = "run " + kSmallTorus + "-c alltoall --fabric-period auto --tables ";
  CHECK(call(words(run + folder.file("ip/tables_0.hex"))).status == 0);
  unsigned changed = 0;
  for (std::size_t at = 0; at < tables.size(); at = tables.find('\n', at) + 1) {
    if (tables.substr(at + 8, 8) == "00000000") continue;
    if (++changed % 7 != 1) continue;  // routers and endpoints
    std::string broken = tables;
    const std::string digits = "0123456789abcdef";
    broken[at + 15] = digits[digits.find(broken[at + 15]) ^ 1];  // the lowest bit
    CAPTURE(at);
    const Finished done = call(words(run + folder.write("broken.hex", broken)));
    CAPTURE(done.out, done.err);
    CHECK(done.status == 1);
    CHECK(done.one_line());
    CHECK_THAT(done.out, Contains("verdict  FAIL"));
    CHECK_THAT(done.err, Contains("verdict fail: the signature of the table of"));
  }
  CHECK(changed > 10);
}

TEST_CASE("runs of fabrics that cannot be made are refused in one line", "[cli][fabric]") {
  const auto refused = [](const std::string& command) {
    const Finished done = call(Words{"run"} + command);
    CAPTURE(command, done.err);
    CHECK(done.status == 2);
    CHECK(done.one_line());
    return done.err;
  };
  CHECK_THAT(refused(kSmallTorus + "-c alltoall --fabric-period 2"),
             Contains("--fabric-period 2: 1 cycle too few for endpoint"));
  CHECK_THAT(refused(kSmallTorus + "-c alltoall --fabric-period auto --period 4"),
             Contains("--period means nothing with --fabric-period"));
  CHECK_THAT(refused(kSmallTorus + "-c alltoall --fabric-period auto --payload 128"),
             Contains("--payload 128") && Contains("at most 64 bits"));
  CHECK_THAT(refused(kSmallTorus + "-c alltoall --frames 4"), Contains("--fabric-period"));
  CHECK_THAT(refused("-c alltoall --fabric-period auto"), Contains("--network is missing"));
  CHECK_THAT(refused(kSmallTorus + "-c alltoall --fabric-period auto --tables /nowhere"),
             Contains("/nowhere"));
}
