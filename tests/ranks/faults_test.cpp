// SPDX-License-Identifier: Apache-2.0
// If one rank ends, all ranks end soon, with one line on stderr and without partial files.
#include <signal.h>

#include <catch2/catch.hpp>
#include <chrono>

#include "ranks/mpirun.hpp"

namespace {

using namespace romcast::test;
using namespace std::chrono_literals;

// All ranks should end within ten seconds; a busy machine gets more time.
constexpr auto kSoon = 30s;
// A scenario that runs for seconds after its trace has begun.
constexpr const char* kLong = "--arity 2 --height 10 --collective alltoall --dense";

// romcast's own lines, without mpirun's.
std::vector<std::string> lines_of_romcast(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("romcast: ")) lines.push_back(line);
  }
  return lines;
}

// Requires that a run failed with exactly one line of romcast's, and returns this line.
std::string last_line(const Finished& ended) {
  CHECK(ended.status != 0);
  const auto lines = lines_of_romcast(ended.err);
  REQUIRE(lines.size() == 1);
  return lines[0];
}

struct Ended {
  Finished how;
  std::chrono::steady_clock::duration after{};
  bool written = false;
  std::size_t files = 0;
};

Ended send_to_one(int number, std::size_t which) {
  const Folder folder;
  std::chrono::steady_clock::time_point sent;
  const auto meanwhile = [&](int mpirun) {
    const std::vector<int> ranks = ranks_of(mpirun, 2);
    await_content_in(folder.file(""));  // the trace has begun
    ::kill(ranks[which], number);
    sent = std::chrono::steady_clock::now();
  };
  Ended ended{.how = run_on(2, kLong,
                            {"--save-trace", folder.file("trace"), "--json", folder.file("report")},
                            {.meanwhile = meanwhile})};
  ended.after = std::chrono::steady_clock::now() - sent;
  ended.written = std::filesystem::exists(folder.file("trace")) ||
                  std::filesystem::exists(folder.file("report"));
  ended.files = folder.entries();
  return ended;
}

TEST_CASE("A rank that is killed ends all soon, and leaves no file") {
  if (!has_ranks()) return;
  const std::size_t which = GENERATE(0U, 1U);
  const Ended ended = send_to_one(SIGKILL, which);
  CHECK(ended.how.status != 0);
  CHECK(ended.how.out.empty());
  CHECK(ended.after < kSoon);
  CHECK_FALSE(ended.written);
  // The first rank writes the trace; if it is killed, its temporary file remains.
  if (which > 0) CHECK(ended.files == 0);
}

TEST_CASE("A rank that stalls ends all soon, which a line says", "[long]") {
  if (!has_ranks()) return;
  const std::size_t which = GENERATE(0U, 1U);
  const Ended ended = send_to_one(SIGSTOP, which);
  CHECK(ended.after < kSoon);
  CHECK(ended.files == 0);
  CHECK(last_line(ended.how).find("stopped") != std::string::npos);
}

TEST_CASE("A rank that is stopped before all have met ends all, which a line says", "[long]") {
  if (!has_ranks()) return;
  const auto stop_first = [](int mpirun) { ::kill(ranks_of(mpirun, 2)[0], SIGSTOP); };
  const auto begin = std::chrono::steady_clock::now();
  const Finished ended = run_on(2, "--arity 2 --height 2", {}, {.meanwhile = stop_first});
  CHECK(ended.out.empty());
  CHECK(std::chrono::steady_clock::now() - begin < kSoon);
  CHECK(last_line(ended).find("rank 1: rank 0 (process ") != std::string::npos);
}

TEST_CASE("A rank that never joins the others ends all, which a line says", "[long]") {
  if (!has_two_programs()) return;
  const Finished ended = launch(on_ranks(1) + "run --arity 2 --height 2 : -n 1 /bin/true");
  CHECK(ended.out.empty());
  CHECK(last_line(ended).find("only 1 of the 2 ranks") != std::string::npos);
}

TEST_CASE("What is wrong with the arguments of another rank than the first it says itself") {
  if (!has_two_programs()) return;
  const std::string good = "run --arity 2 --height 2", one = " -n 1 ";
  const Finished refused =
      launch(on_ranks(1) + (good + " :" + one + ROMCAST_ON_RANKS + " " + good + " --bogus"));
  CHECK(refused.status == 2);
  CHECK(refused.out.empty());
  CHECK(last_line(refused).find("rank 1: --bogus") != std::string::npos);
}

TEST_CASE("Ranks with other arguments are refused in one line") {
  if (!has_two_programs()) return;
  Words both = words("--oversubscribe");
  both = both + "--allow-run-as-root -n 1 " + ROMCAST_ON_RANKS + " run --arity 2 --height 2 :";
  both = both + "-n 1 " + ROMCAST_ON_RANKS + " run --arity 2 --height 3";
  const Finished refused = launch(both);
  CHECK(refused.out.empty());
  CHECK(last_line(refused).find("other arguments") != std::string::npos);
}

TEST_CASE("A full disk under the trace ends all ranks with one line") {
  if (!has_ranks()) return;
  const Finished full =
      run_on(2, "--arity 2 --height 5 --collective alltoall --save-trace /dev/full");
  CHECK(full.out.empty());
  CHECK(last_line(full).find("/dev/full") != std::string::npos);
}

}  // namespace
