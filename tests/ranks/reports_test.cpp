// SPDX-License-Identifier: Apache-2.0
// The report, the trace and the waveform of many ranks are those of one, bit for bit.
#include <catch2/catch.hpp>

#include "ranks/mpirun.hpp"

namespace {

using namespace romcast::test;
using Json = nlohmann::json;

// Without the seconds that it took.
Json comparable(Json json) {
  if (json.is_object()) {
    for (const char* seconds : {"cpu_seconds", "build_seconds"}) json.erase(seconds);
  }
  if (json.is_structured()) {
    for (auto& part : json) part = comparable(part);
  }
  return json;
}

struct Seen {
  int status = 0;
  Json report;
  std::string trace, wave;
};

Seen run(unsigned ranks, const std::string& scenario, bool wave) {
  const Folder folder;
  Words files{"--json", folder.file("report"), "--save-trace", folder.file("trace")};
  if (wave) files.insert(files.end(), {"--wave", folder.file("wave.vcd")});
  Seen seen{.status = run_on(ranks, scenario, files).status};
  seen.report = comparable(Json::parse(content(folder.file("report"))));
  seen.trace = content(folder.file("trace"));
  if (wave) seen.wave = content(folder.file("wave.vcd"));
  CHECK(folder.entries() == (wave ? 3 : 2));
  return seen;
}

void compare(const std::vector<std::string>& scenarios, const std::vector<unsigned>& counts,
             bool wave = false) {
  if (!has_ranks()) return;
  for (const std::string& scenario : scenarios) {
    INFO(scenario);
    const Seen one = run(1, scenario, wave);
    CHECK(one.trace.size() > 100);
    for (const unsigned ranks : counts) {
      INFO("ranks: " << ranks);
      const Seen many = run(ranks, scenario, wave);
      CHECK(many.status == one.status);
      CHECK(many.report == one.report);
      CHECK(many.trace == one.trace);
      CHECK(many.wave == one.wave);
    }
  }
}

TEST_CASE("Two ranks report what one reports: trees by rule and by ROM, stars, crossbars") {
  compare({"--arity 2 --height 3 --collective allgather --ports single",
           "--arity 2 --height 3 --collective alltoall --ports multi --control rom",
           "--network star --symbols 4 --collective alltoall",
           "--network complete --processors 9 --collective broadcast --messages 10"},
          {2});
}

TEST_CASE("More ranks than switches report what one reports") {
  compare({"--arity 2 --height 1 --collective allgather"}, {3});
}

TEST_CASE("A waveform of two ranks is that of one") {
  compare({"--arity 2 --height 3 --collective allgather --wave-nodes s1.0,s1.3"}, {2}, true);
}

TEST_CASE("Any number of ranks reports what one reports, on every kind of network", "[long]") {
  compare({"--arity 2 --height 4 --collective alltoall --ports single",
           "--arity 2 --height 4 --collective alltoall --ports single --dense",
           "--arity 3 --height 2 --collective alltoall --algorithm upward-first-credit --audit",
           "--arity 2 --height 3 --collective alltoall --ports multi --capacity exponential",
           "--arity 3 --height 2 --collective broadcast --messages 20 --ports multi --audit",
           "--arity 2 --height 3 --collective allgather --ports single --control rom",
           "--arity 2 --height 3 --collective allreduce --messages 3",
           "--network star --symbols 4 --collective allgather",
           "--network star --symbols 4 --collective allgather --ports multi",
           "--network star --symbols 4 --collective alltoall --startup 3",
           "--network torus --dims 4x4 --collective alltoall",
           "--network torus --dims 4x4 --collective reduce --messages 2",
           "--network hypercube --dimensions 4 --collective allreduce",
           "--network dragonfly --routers 3 --global 1 --collective allgather",
           "--network complete --processors 9 --collective broadcast --messages 10 --ports 2",
           "--network complete --processors 9 --collective allgather",
           "--network complete --processors 8 --collective broadcast --messages 4 --latency 4 "
           "--overhead 1 --gap 2",
           "--network complete --processors 8 --collective alltoall --latency 4 --overhead 1 "
           "--gap 2",
           "--network complete --processors 8 --collective summation --operands 60 --latency 4 "
           "--overhead 1 --gap 2",
           "--network complete --processors 8 --collective allreduce --latency 4 --overhead 1"},
          {2, 3, 4});
}

TEST_CASE("A run that fails fails alike on all numbers of ranks", "[long]") {
  compare({"--arity 2 --height 4 --collective alltoall --ports single --queue-depth 1",
           "--arity 2 --height 3 --collective allgather --ports multi --queue-depth 1"},
          {2, 3});
}

}  // namespace
