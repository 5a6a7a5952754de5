// SPDX-License-Identifier: Apache-2.0
// Sweeps on several ranks give the results of one process, and survive the loss of a rank.
#include <signal.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <set>

#include "ranks/mpirun.hpp"

namespace {

using namespace romcast::test;

// The results in a file, without their costs, which differ from run to run.
std::set<std::string> results_in(const std::string& path) {
  std::set<std::string> results;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    auto result = nlohmann::json::parse(line);
    result.erase("cost");
    results.insert(result.dump());
  }
  return results;
}

constexpr const char* kPoints =
    "sweep --plan -k 2..3 -H 2..3 -c alltoall,allgather -p single,multi";
// The first point is done immediately, and many remain.
constexpr const char* kLong = "sweep --plan -k 2 -H 6..10 -c alltoall --messages 1..3 -p single";

TEST_CASE("A sweep on several ranks finds what one process finds") {
  if (!has_ranks()) return;
  const Folder folder;
  REQUIRE(launch(on_ranks(1) + (kPoints + (" -o " + folder.file("one.jsonl")))).status == 0);
  REQUIRE(launch(on_ranks(3) + (kPoints + (" -o " + folder.file("three.jsonl")))).status == 0);
  const auto one = results_in(folder.file("one.jsonl"));
  CHECK(one.size() == 16);
  CHECK(results_in(folder.file("three.jsonl")) == one);
}

TEST_CASE("A sweep goes on without a rank that is killed", "[long]") {
  if (!has_ranks()) return;
  const Folder folder;
  const auto kill_last = [&](int mpirun) {
    const int last = ranks_of(mpirun, 3).back();
    await_content_in(folder.file(""));
    ::kill(last, SIGKILL);
  };
  Words command = on_ranks(3) + (kLong + (" -o " + folder.file("rest.jsonl")));
  command.insert(command.begin(), "--enable-recovery");
  const Finished swept = launch(command, {.meanwhile = kill_last});
  CHECK(swept.err.find("is no longer heard of; the others go on") != std::string::npos);
  REQUIRE(launch(on_ranks(1) + (kLong + (" -o " + folder.file("all.jsonl")))).status == 0);
  CHECK(results_in(folder.file("rest.jsonl")) == results_in(folder.file("all.jsonl")));
}

// The first rank writes the file, so the file's last line may be incomplete; a later sweep must
// append after the whole lines.
TEST_CASE("A sweep that loses its first rank ends, and goes on where it was", "[long]") {
  if (!has_ranks()) return;
  const Folder folder;
  const auto kill_first = [&](int mpirun) {
    const int first = ranks_of(mpirun, 3).front();
    await_content_in(folder.file(""));
    ::kill(first, SIGKILL);
  };
  const std::string rest = folder.file("rest.jsonl");
  Words command = on_ranks(3) + (kLong + (" -o " + rest));
  command.insert(command.begin(), "--enable-recovery");
  const auto begin = std::chrono::steady_clock::now();
  const Finished swept = launch(command, {.meanwhile = kill_first});
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::minutes(2));
  CHECK(swept.err.find("the first rank is no longer heard of") != std::string::npos);
  REQUIRE(launch(on_ranks(2) + (kLong + (" -o " + rest))).status == 0);
  REQUIRE(launch(on_ranks(1) + (kLong + (" -o " + folder.file("all.jsonl")))).status == 0);
  CHECK(results_in(rest) == results_in(folder.file("all.jsonl")));
}

TEST_CASE("Verdicts on claims are the same on several ranks") {
  if (!has_ranks()) return;
  const auto reproduced = [](unsigned ranks) {
    const Folder folder;
    const Finished done =
        launch(on_ranks(ranks) +
               ("reproduce --quick logp-fact2.1 fibtrees-path -o " + folder.file("ledger")));
    CHECK(done.status == 0);
    return nlohmann::json::parse(content(folder.file("ledger") + "/ledger.json"));
  };
  const auto one = reproduced(1);
  CHECK(one.dump().find("confirmed") != std::string::npos);
  CHECK(reproduced(2) == one);
}

}  // namespace
