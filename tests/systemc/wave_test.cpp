// SPDX-License-Identifier: Apache-2.0
// --wave records the switches that --wave-nodes names, and no others.
#include <gtkwave/fstapi.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>

#include "conformance/runs.hpp"

namespace {

using namespace romcast;
using romcast::test::Trial;

// Least Wave::last_time that is accepted; the allgather takes 20 cycles (Theorem 4).
constexpr unsigned kLastCycle = 17;

Trial recorded(const std::string& file) {
  Scenario scenario{.network_options = {{"arity", "2"}, {"height", "3"}, {"capacity", "constant"}},
                    .ports = "single",
                    .collective = "allgather",
                    .algorithm = "upward-first"};
  return {std::move(scenario),
          {.control = Control::rule, .wave_file = file, .wave_nodes = {"s1.2", "s3.0"}}};
}

struct Wave {
  std::set<std::string> top_scopes, signals;
  std::uint64_t last_time = 0;
};

Wave read_vcd(const std::string& file) {
  Wave wave;
  std::ifstream in(file);
  unsigned depth = 0;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string first, kind, name;
    words >> first >> kind >> name;
    if (first == "$scope" && depth++ == 0) wave.top_scopes.insert(name);
    if (first == "$upscope") --depth;
    if (first == "$var") {
      std::string signal;
      words >> signal >> signal;
      wave.signals.insert(signal);
    }
    if (first.starts_with("#")) wave.last_time = std::stoull(first.substr(1));
  }
  return wave;
}

Wave read_fst(const std::string& file) {
  Wave wave;
  const std::unique_ptr<void, void (*)(void*)> reader(fstReaderOpen(file.c_str()), fstReaderClose);
  REQUIRE(reader);
  unsigned depth = 0;
  while (const fstHier* item = fstReaderIterateHier(reader.get())) {
    if (item->htyp == FST_HT_SCOPE && depth++ == 0) wave.top_scopes.insert(item->u.scope.name);
    if (item->htyp == FST_HT_UPSCOPE) --depth;
    if (item->htyp == FST_HT_VAR) {
      const std::string name = item->u.var.name;
      wave.signals.insert(name.substr(0, name.find(' ')));
    }
  }
  wave.last_time = fstReaderGetEndTime(reader.get());
  return wave;
}

void check(const Wave& wave) {
  CHECK(wave.top_scopes == std::set<std::string>{"s1.2", "s3.0"});
  for (const char* signal : {"in_valid", "out_valid", "out_data", "queue_high"}) {
    INFO(signal);
    CHECK(wave.signals.contains(signal));
  }
  CHECK(wave.last_time >= kLastCycle);
}

}  // namespace

TEST_CASE("A waveform shows the chosen switches and no others") {
  const romcast::test::TemporaryFolder folder;
  const std::vector<Trial> jobs{recorded(folder.file("wave.vcd")),
                                recorded(folder.file("wave.fst"))};
  for (const auto& report : romcast::test::run_all(jobs)) {
    REQUIRE(!report.contains("error"));
    CHECK(report["verdict"] == "pass");
  }
  check(read_vcd(jobs[0].options.wave_file));
  check(read_fst(jobs[1].options.wave_file));
}

TEST_CASE("A waveform of switches that do not exist is refused") {
  const romcast::test::TemporaryFolder folder;
  std::vector<Trial> jobs(4, recorded(folder.file("wave.vcd")));
  jobs[0].options.wave_nodes = {"s9.0"};
  jobs[1].options.wave_nodes = {"p0"};
  jobs[2].options.wave_nodes.clear();
  jobs[3].options.wave_file = folder.file("wave.txt");
  for (const auto& report : romcast::test::run_all(jobs)) {
    REQUIRE(report.contains("error"));
    CHECK_THAT(report["error"].get<std::string>(), Catch::StartsWith("`wave"));
  }
}
