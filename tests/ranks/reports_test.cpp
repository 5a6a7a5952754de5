// SPDX-License-Identifier: Apache-2.0
// Many ranks give the same report (except for its run times), trace and waveform as one rank.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <fstream>
#include <functional>
#include <sstream>

#include "apps/rom_folder.hpp"
#include "ranks/mpirun.hpp"

namespace {

using namespace romcast::test;
using Json = nlohmann::json;

// Removes the run times.
Json comparable(Json json) {
  if (json.is_object()) {
    for (const char* seconds : {"cpu_seconds", "build_seconds"}) json.erase(seconds);
  }
  if (json.is_structured()) {
    for (auto& part : json) part = comparable(part);
  }
  return json;
}

// The outputs that are compared: the report; report and trace; report, trace and waveform.
enum class Files { report, trace, wave };

struct Seen {
  int status = 0;
  bool apart = false;  // every rank judged the hops of its own nodes
  Json report;
  std::string trace, wave;
};

Seen run(unsigned ranks, const std::string& scenario, Files files, const Start& start = {}) {
  const Folder folder;
  Words more{"--json", folder.file("report")};
  const auto write = [&](const std::string& option, const std::string& file) {
    more.insert(more.end(), {option, folder.file(file)});
  };
  if (files != Files::report) write("--save-trace", "trace");
  if (files == Files::wave) write("--wave", "wave.vcd");
  const Finished done = run_on(ranks, scenario, more, start);
  INFO(done.err);
  Seen seen{.status = done.status,
            .apart = done.err.find("ranks run and judge") != std::string::npos,
            .report = comparable(Json::parse(content(folder.file("report"))))};
  if (files != Files::report) seen.trace = content(folder.file("trace"));
  if (files == Files::wave) seen.wave = content(folder.file("wave.vcd"));
  CHECK(folder.entries() == static_cast<std::size_t>(files) + 1);
  return seen;
}

void compare(const std::vector<std::string>& scenarios, const std::vector<unsigned>& counts,
             Files files = Files::trace) {
  if (!has_ranks()) return;
  for (const std::string& scenario : scenarios) {
    INFO(scenario);
    const Seen one = run(1, scenario, files);
    if (files != Files::report) CHECK(one.trace.size() > 100);
    for (const unsigned ranks : counts) {
      INFO("ranks: " << ranks);
      const Seen many = run(ranks, scenario, files);
      CHECK(many.status == one.status);
      CHECK(many.report == one.report);
      CHECK(many.trace == one.trace);
      CHECK(many.wave == one.wave);
      CHECK_FALSE(many.apart);
    }
  }
}

// Compares only reports; no trace is written. `apart`: whether every rank must have judged the hops
// of its own nodes.
void compare_reports(const std::vector<std::string>& scenarios, const std::vector<unsigned>& counts,
                     bool apart) {
  if (!has_ranks()) return;
  for (const std::string& scenario : scenarios) {
    INFO(scenario);
    const Seen one = run(1, scenario, Files::report);
    for (const unsigned ranks : counts) {
      INFO("ranks: " << ranks);
      const Seen many = run(ranks, scenario, Files::report);
      CHECK(many.status == one.status);
      CHECK(many.report == one.report);
      CHECK(many.apart == apart);
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
  compare_reports({"--network star --symbols 3 --collective alltoall"}, {7}, true);
}

TEST_CASE("A waveform of two ranks is that of one") {
  compare({"--arity 2 --height 3 --collective allgather --wave-nodes s1.0,s1.3"}, {2}, Files::wave);
}

// Every kind of network whose nodes can be judged separately.
const std::vector<std::string> kApart{
    "--arity 2 --height 4 --collective alltoall --ports single",
    "--arity 2 --height 4 --collective alltoall --ports single --dense",
    "--arity 3 --height 2 --collective alltoall --algorithm upward-first-credit --audit",
    "--arity 2 --height 3 --collective alltoall --ports multi --capacity exponential",
    "--arity 3 --height 2 --collective broadcast --messages 20 --ports multi --audit",
    "--arity 2 --height 3 --collective allgather --ports single --control rom",
    "--network star --symbols 4 --collective allgather",
    "--network star --symbols 4 --collective allgather --ports multi",
    "--network star --symbols 4 --collective alltoall --ports multi",
    "--network star --symbols 4 --collective alltoall --startup 3",
    "--network torus --dims 4x4 --collective alltoall",
    "--network torus --dims 4x4 --collective scatter --messages 2",
    "--network hypercube --dimensions 4 --collective gather",
    "--network dragonfly --routers 3 --global 1 --collective allgather"};

// The first rank judges all hops if every rank has a copy of the crossbar or values are combined.
const std::vector<std::string> kTogether{
    "--arity 2 --height 3 --collective allreduce --messages 3",
    "--network torus --dims 4x4 --collective reduce --messages 2",
    "--network hypercube --dimensions 4 --collective allreduce",
    "--network complete --processors 9 --collective broadcast --messages 10 --ports 2",
    "--network complete --processors 9 --collective allgather",
    "--network complete --processors 8 --collective broadcast --messages 4 --latency 4 "
    "--overhead 1 --gap 2",
    "--network complete --processors 8 --collective alltoall --latency 4 --overhead 1 --gap 2",
    "--network complete --processors 8 --collective summation --operands 60 --latency 4 "
    "--overhead 1 --gap 2",
    "--network complete --processors 8 --collective allreduce --latency 4 --overhead 1"};

TEST_CASE("Ranks that judge their own nodes report what one reports: a tree, a star") {
  compare_reports({"--arity 2 --height 3 --collective allgather --ports single",
                   "--network star --symbols 4 --collective alltoall"},
                  {2}, true);
  compare_reports({"--network complete --processors 9 --collective broadcast --messages 10"}, {2},
                  false);
}

// ROMCAST_MPI_MESSAGES makes ranks communicate as if they were on different machines.
TEST_CASE("Ranks that share no memory report what one reports") {
  if (!has_ranks()) return;
  const Start messages{.environment = {{"ROMCAST_MPI_MESSAGES", "1"}}};
  for (const std::string scenario :
       {"--arity 2 --height 3 --collective allgather --ports single",
        "--network star --symbols 4 --collective alltoall",
        "--network complete --processors 9 --collective broadcast --messages 10"}) {
    INFO(scenario);
    CHECK(run(3, scenario, Files::report, messages).report ==
          run(1, scenario, Files::report).report);
  }
}

// Makes romcast judge each symmetric plan of more than one hop at one node for all nodes.
const Start kAlike{.environment = {{"ROMCAST_MOST_JUDGED", "1"}}};

TEST_CASE("What one node's judge says for all nodes is what is said of each hop") {
  if (!has_ranks()) return;
  for (const std::string scenario :
       {"--network star --symbols 4 --collective alltoall",
        "--network star --symbols 4 --collective allgather --ports multi --startup 2",
        "--network star --symbols 4 --collective alltoall --ports multi"}) {
    INFO(scenario);
    Json expected = run(1, scenario, Files::report).report;
    CHECK(expected["plan"]["note"].is_null());
    for (const unsigned ranks : {1U, 2U, 3U}) {
      INFO("ranks: " << ranks);
      Json alike = run(ranks, scenario, Files::report, kAlike).report;
      expected["plan"]["note"] = "judged at one node for all, which run one program";
      CHECK(alike == expected);
    }
  }
}

TEST_CASE("Any number of ranks reports what one reports, on every kind of network", "[long]") {
  compare(kApart, {2, 3});
  compare(kTogether, {2, 3, 4});
  compare_reports(kApart, {2, 3, 4}, true);
}

TEST_CASE("A run that fails fails alike on all numbers of ranks", "[long]") {
  const std::vector<std::string> too_shallow{
      "--arity 2 --height 4 --collective alltoall --ports single --queue-depth 1",
      "--arity 2 --height 4 --collective allgather --ports multi --algorithm flooding "
      "--queue-depth 2"};
  compare(too_shallow, {2, 3});
  compare_reports(too_shallow, {2, 3}, false);
}

// Makes ROM images and runs them after `change` has been applied to their manifest.
void compare_changed(const std::string& scenario, const std::function<void(Json&)>& change) {
  if (!has_ranks()) return;
  const Folder folder;
  const std::string roms = folder.file("roms"), manifest = roms + "/manifest.json";
  REQUIRE(launch(on_ranks(1) + ("rom " + scenario + " -o " + roms)).status == 0);
  Json images = Json::parse(content(manifest));
  change(images);
  std::ofstream(manifest) << images.dump();
  const std::string changed = scenario + " --rom " + roms;
  compare_reports({changed}, {2, 3}, true);
  compare({changed}, {2});
  const Json expected = run(1, changed, Files::report).report["hardware"];
  for (const unsigned ranks : {1U, 2U}) {  // the plan is judged at one node for all, if possible
    CHECK(run(ranks, changed, Files::report, kAlike).report["hardware"] == expected);
  }
  if (!changed.starts_with("--arity")) return;
  // With an audit the judge reads the whole trace; else only from the first mismatch on.
  CHECK(run(1, changed + " --audit", Files::report).report["hardware"] == expected);
}

TEST_CASE("What is first unlike the plan, and all that comes of it, all ranks report alike") {
  compare_changed("--arity 2 --height 3 --collective allgather --ports single",
                  [](Json& images) {  // s1.0 and s1.2 have control words of equal width
                    std::swap(images["switches"][0]["image"], images["switches"][2]["image"]);
                  });
  compare_changed("--network star --symbols 4 --collective alltoall",
                  [](Json& images) { std::swap(images["orders"][0][0], images["orders"][0][1]); });
}

// The plan's last hop is moved to time 1, before its message has arrived at the sender.
TEST_CASE("A schedule that is illegal, and run all the same, all ranks report alike") {
  if (!has_ranks()) return;
  const Folder folder;
  const std::string good = folder.file("good"), bad = folder.file("bad");
  const std::string scenario = "--network torus --dims 4x4 --collective broadcast";
  REQUIRE(launch(on_ranks(1) + ("plan " + scenario + " -o " + good)).status == 0);
  std::string text = content(good);
  const std::size_t end = text.rfind("end\n"), last = text.rfind('\n', end - 2) + 1;
  std::string early = text.substr(last, end - last);
  early.replace(0, early.find(' '), "1");
  text.erase(last, end - last);
  text.insert(text.find("\n1 ") + 1, early);
  std::ofstream(bad) << text;
  compare_reports({bad + " --anyway"}, {2}, false);
}

// The schedule of an MSCCL program, on a ring, is judged by every rank for its own nodes; that of a
// GOAL program, on a LogP machine, is judged by the first rank.
TEST_CASE("Programs of other simulators and runtimes all ranks report alike") {
  if (!has_ranks()) return;
  const Folder folder;
  for (const std::string format : {"goal", "msccl"}) {
    const std::string file = folder.file(format), plan = "plan --network complete --processors 4 ";
    REQUIRE(
        launch(on_ranks(1) + (plan + "--collective allgather --format " + format + " -o " + file))
            .status == 0);
    const bool apart = format == "msccl";
    compare_reports({file + (apart ? " --network ring --processors 4" : "")}, {2}, apart);
  }
}

// XORs the word in line number `line` (from 1) of the ROM image `file` with `bits`.
void flip(const WrittenRom& rom, const std::string& file, int line, std::uint32_t bits) {
  std::istringstream in(content(rom.file(file)));
  std::string text;
  int number = 0;
  for (std::string word; std::getline(in, word);) {
    if (++number == line) {
      word = fmt::format("{:0{}x}", std::stoul(word, nullptr, 16) ^ bits, word.size());
    }
    text += word + '\n';
  }
  rom.write(file, text);
}

// The changed ROMs send from slots to which no message was written. The contents of these slots
// must not depend on the number of ranks that the stores are divided among.
TEST_CASE("What ROMs send that was never received is the same on many ranks") {
  if (!has_ranks()) return;
  const std::string scenario =
      "-n dragonfly --routers 2 --global 1 -p multi -c alltoall --messages 4 --seconds 3";
  const WrittenRom rom(on_ranks(1), scenario);
  flip(rom, "node-0.hex", 8, 0x40000);
  flip(rom, "node-6.hex", 4, 0x80000);
  compare({scenario + " --rom " + rom.path()}, {2, 4});
}

TEST_CASE("What ROMs send where no link is comes to nobody, on many ranks, too") {
  if (!has_ranks()) return;
  const std::string scenario = "-n rooted-tree --parents 0,0,1 -p single -c barrier --seconds 3";
  const WrittenRom rom(on_ranks(1), scenario);
  flip(rom, "node-1.hex", 2, 0x10);
  flip(rom, "node-2.hex", 2, 0x02);
  compare({scenario + " --rom " + rom.path()}, {2, 3});
}

}  // namespace
