// SPDX-License-Identifier: Apache-2.0
// A deliberately broken switch must be caught: each mutant is built from a changed copy of rtl/ and
// run once, with the verdict "fail". With the unchanged switches the same runs pass, except those
// with a given queue depth, which fail on purpose.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "cases.hpp"
#include "mutants.hpp"

namespace {

namespace fs = std::filesystem;
using romcast::test::Mutant;
using romcast::test::Trial;
using Json = nlohmann::ordered_json;

void copy_sources(const fs::path& to) {
  fs::create_directories(to);
  for (const char* folder : {"rtl", "systemc"}) {
    fs::copy(fs::path(ROMCAST_TEST_SOURCES) / folder, to / folder, fs::copy_options::recursive);
  }
}

void replace_once(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos || text.find(from, at + 1) != std::string::npos) {
    throw std::logic_error("the text to change does not occur exactly once: " + from);
  }
  text.replace(at, from.size(), to);
}

void mutate(const fs::path& file, const Mutant& mutant) {
  std::ifstream in(file);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw std::logic_error("cannot read " + file.string());
  for (const auto& [from, to] : mutant.edits) replace_once(text, from, to);
  // A fault may cause warnings.
  std::ofstream(file) << "/* verilator lint_off WIDTH */\n" << text;
}

std::string error_of(const Json& report) {
  return report.contains("error") ? report["error"].get<std::string>() : "";
}

// Builds each mutant from a changed copy of the sources and runs it once. CHECKs that the verdict
// is "fail" and that the failures contain the mutant's complaint.
void catch_all(const std::vector<Mutant>& mutants) {
  const romcast::test::TemporaryFolder folder;
  std::vector<Trial> jobs;
  for (const Mutant& mutant : mutants) {
    INFO(mutant.file << ": " << mutant.what);
    jobs.push_back(mutant.job);
    jobs.back().root = folder.file(std::to_string(jobs.size()));
    copy_sources(jobs.back().root);
    REQUIRE_NOTHROW(mutate(fs::path(jobs.back().root) / "rtl" / mutant.file, mutant));
  }
  const std::vector<Json> reports = romcast::test::run_all(jobs);
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    INFO(mutants[i].file << ": " << mutants[i].what << "; "
                         << romcast::test::describe(jobs[i].scenario));
    const std::string error = error_of(reports[i]);
    INFO(error);
    CHECK(error.empty());
    if (!error.empty()) continue;
    CHECK(reports[i]["verdict"] == "fail");
    CHECK_THAT(reports[i]["failures"].dump(), Catch::Contains(mutants[i].complaint));
  }
}

// Runs the mutants' scenarios, except those with a given queue depth, with the unchanged sources;
// each run must pass.
void pass_all(const std::vector<Mutant>& mutants) {
  std::vector<Trial> jobs;
  for (const Mutant& mutant : mutants) {
    if (!mutant.job.scenario.hardware.queue_depth) jobs.push_back(mutant.job);
  }
  for (const Json& report : romcast::test::run_all(jobs)) {
    REQUIRE(error_of(report).empty());
    CHECK(report["verdict"] == "pass");
  }
}

}  // namespace

TEST_CASE("Every broken switch is caught", "[long]") {
  const std::vector<Mutant> mutants = romcast::test::tree_mutants();
  REQUIRE(mutants.size() >= 12);
  catch_all(mutants);
}

TEST_CASE("Every broken node of a star graph is caught", "[long]") {
  const std::vector<Mutant> mutants = romcast::test::star_mutants();
  REQUIRE(mutants.size() >= 12);
  catch_all(mutants);
}

TEST_CASE("Every broken node of a reduce is caught", "[long]") {
  const std::vector<Mutant> mutants = romcast::test::combining_mutants();
  REQUIRE(mutants.size() >= 10);
  catch_all(mutants);
}

TEST_CASE("Every broken part of a LogP machine is caught", "[long]") {
  const std::vector<Mutant> mutants = romcast::test::logp_mutants();
  REQUIRE(mutants.size() >= 12);
  catch_all(mutants);
}

TEST_CASE("The runs that catch broken switches pass with whole ones") {
  pass_all(romcast::test::tree_mutants());
}

TEST_CASE("The runs that catch broken nodes of star graphs pass with whole ones") {
  pass_all(romcast::test::star_mutants());
}

TEST_CASE("The runs that catch broken nodes of a reduce pass with whole ones") {
  pass_all(romcast::test::combining_mutants());
}

TEST_CASE("The runs that catch broken parts of LogP machines pass with whole ones") {
  pass_all(romcast::test::logp_mutants());
}
