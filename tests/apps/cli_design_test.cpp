// SPDX-License-Identifier: Apache-2.0
// romcast design: the same figures as JSON, CSV, table and picture.
#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;

namespace {

nlohmann::json network(const nlohmann::json& design, const std::string& name) {
  for (const auto& one : design["networks"]) {
    if (one["network"] == name) return one;
  }
  return {};
}

}  // namespace

TEST_CASE("a design writes no two results into one file, and no option without its purpose") {
  const Folder folder;
  for (const std::string& options :
       {"--csv " + folder.file("a.svg") + " -o " + folder.file("a.svg"),
        "--csv " + folder.file("a") + " --json " + folder.file("a"), std::string("--step-time 1us"),
        std::string("--bandwidth 1GB/s")}) {
    CAPTURE(options);
    const Finished done = call(words("design --nodes 8 --degree 3 " + options));
    CHECK(done.status == 2);
    CHECK(done.one_line());
  }
}

TEST_CASE("a design as CSV on /dev/stdout is all that stdout gets") {
  const Finished named = call(words("design --nodes 4 --degree 2 --csv /dev/stdout"));
  CHECK(named.out == call(words("design --nodes 4 --degree 2 --csv -")).out);
}

TEST_CASE("a design as JSON has limits, figures with certificates, frontiers and plans") {
  const Finished done =
      call(words("design --nodes 10 --degree 3 -c allgather,alltoall --plan --json -"));
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  const auto design = done.json();
  CHECK(design["schema"] == "romcast.design/1");
  CHECK(design["limits"]["both_ways"]["steps"] == 2);
  CHECK(design["limits"]["both_ways"]["mean_distance"].get<double>() == Approx(15.0 / 9));
  CHECK(design["limits"]["any"]["cycles_per_message"]["allgather"] == 3.0);
  // In the Petersen graph a node has 3 links, 3 neighbours, and 6 nodes at distance 2.
  const auto petersen = network(design, "petersen");
  REQUIRE(!petersen.is_null());
  const auto alltoall = petersen["figures"]["alltoall"], gather = petersen["figures"]["allgather"];
  CHECK(alltoall["cycles_per_message"].get<double>() == Approx(5));
  CHECK(alltoall["optimal"] == true);
  CHECK(alltoall["bound_by"] == "distances of 1.66667 on average over 30 links");
  CHECK(gather["bound_by"] == "9 processors with 3 links out of it: 9/3");
  CHECK(gather["frontier"] == true);
  CHECK(gather["plan"]["cycles"] == 3);
  CHECK(gather["plan"]["lower_bound"] == 3);
  CHECK(design["sizes"].is_null());
}

TEST_CASE("networks of a design are made by their names") {
  const auto design = call(words("design --nodes 12 --degree 3 --json -")).json();
  for (const auto& one : design["networks"]) {
    const Finished made = call(Words{"network", "--json", "-", "-n", one["network"]});
    CAPTURE(one["network"], made.err);
    REQUIRE(made.status == 0);
    CHECK(made.json()["processors"] == 12);
    CHECK(made.json()["out_links"]["most"] == 3);
    CHECK(made.json()["diameter"] == one["diameter"]);
    CHECK(made.json()["mean_distance"].get<double>() == Approx(one["mean_distance"].get<double>()));
  }
}

TEST_CASE("a design as CSV has a row per network and collective") {
  const Folder folder;
  const std::string csv = folder.file("d.csv"), json = folder.file("d.json");
  REQUIRE(call(words("design --nodes 9 --degree 4 -c allreduce,alltoall --csv " + csv + " --json " +
                     json))
              .status == 0);
  std::istringstream lines(content(csv));
  std::string line;
  std::size_t rows = 0;
  std::getline(lines, line);
  CHECK(line.rfind("network,both_ways,diameter,mean_distance,collective,steps,", 0) == 0);
  const auto commas = [](const std::string& text) {
    bool quoted = false;
    return std::ranges::count_if(text, [&](char c) {
      quoted = c == '"' ? !quoted : quoted;
      return c == ',' && !quoted;
    });
  };
  const auto columns = commas(line);
  for (; std::getline(lines, line); ++rows) CHECK(commas(line) == columns);
  CHECK(rows == 2 * nlohmann::json::parse(content(json))["networks"].size());
}

TEST_CASE("the table and the picture of a design name its networks") {
  const Folder folder;
  const std::string svg = folder.file("d.svg");
  const Finished done = call(words("design --nodes 16 --degree 4 -c alltoall -o " + svg));
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  CHECK_THAT(done.out, Contains("hypercube 4") && Contains("no network can do better"));
  const std::string picture = content(svg);
  CHECK_THAT(picture, Catch::StartsWith("<svg ") && Catch::EndsWith("</svg>\n"));
  CHECK_THAT(picture, Contains("hypercube 4: 4 steps, 8 cycles per message"));
}

TEST_CASE("a size that no network has still has limits") {
  const Finished done = call(words("design --nodes 5 --degree 1"));
  CHECK(done.status == 0);
  CHECK_THAT(done.out, Contains("no family, product or expansion has this size") &&
                           Contains("no network can do better          4      2.500"));
}

TEST_CASE("with sizes, a design tells which network is fastest for which of them") {
  const Finished done = call(words(
      "design --nodes 64 --degree 4 -c allgather --bytes 1KiB..1GiB --step-time 10us --bandwidth "
      "10GB/s --json -"));
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  const auto ranges = done.json()["sizes"]["fastest"]["allgather"];
  REQUIRE(ranges.size() >= 2);
  CHECK(ranges.front()["from_bytes"] == 1024);
  CHECK(ranges.back()["to_bytes"] == 1073741824.0);
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    CHECK(ranges[i]["from_bytes"] == ranges[i - 1]["to_bytes"]);
    CHECK(ranges[i]["seconds"][0].get<double>() ==
          Approx(ranges[i - 1]["seconds"][1].get<double>()));
  }
  // 4 steps, and 63/4 cycles; in each cycle a link carries 1/64 of the buffer.
  const double last = ranges.back()["seconds"][1].get<double>();
  CHECK(last == Approx(4 * 10e-6 + 15.75 * 1073741824.0 / 64 / 10e9));
}

TEST_CASE("bad input to a design is refused in one line") {
  for (const auto& [arguments, error] : std::vector<std::pair<std::string, std::string>>{
           {"design --degree 3", "--nodes"},
           {"design --nodes 8 --degree 8", "--degree 8: give a number from 1 to 7"},
           {"design --nodes 5000 --degree 8", "--nodes 5000: give a number from 2 to 4096"},
           {"design --nodes 8 --degree 3 -c scatter", "--collective scatter: give allgather"},
           {"design --nodes 8 --degree 3 -c alltoall,alltoall", "each at most once"},
           {"design --nodes 8 --degree 3 --bytes 4", "--bytes 4: give a size or two"},
           {"design --nodes 8 --degree 3 --bytes 2KiB..1KiB", "--bytes 2KiB..1KiB: give"},
           {"design --nodes 8 --degree 3 --bytes 1KiB --bandwidth 25",
            "--bandwidth 25: give bytes"},
           {"design --nodes 8 --degree 3 --bytes 1KiB --step-time 3", "--step-time 3: give"},
           {"design --nodes 8 --degree 3 --bytes 1KiB --step-time infs", "--step-time infs: give"},
           {"design --nodes 8 --degree 3 -o a.png", "--output a.png: give a name"},
           {"design --nodes 8 --degree 3 --csv - --json -", "only one of them can go to stdout"}}) {
    const Finished done = call(words(arguments));
    CAPTURE(arguments, done.err);
    CHECK(done.status == 2);
    CHECK(done.one_line());
    CHECK_THAT(done.err, Contains(error));
  }
}
