// SPDX-License-Identifier: Apache-2.0
// Errors when a board is missing, is the wrong one, or disappears in the middle of a run.
#include <sys/file.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "apps/board/simulator.hpp"
#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
using Does = Relay::Does;

namespace {

const std::string kScenario = "-k 2 -H 1 -p multi -c broadcast --messages 3 --control rom";

Finished run_at(const std::string& device, const std::string& scenario = kScenario) {
  return call(words("board run --port " + device + " " + scenario));
}

// Expects status 3 and exactly one line on stderr, which names the port and has these words.
void check_told(const Finished& done, const std::string& device, const std::string& words) {
  CAPTURE(done.out, done.err);
  CHECK(done.status == 3);
  CHECK(done.out.empty());
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("--port " + device) && Contains(words));
}

// A broadcast from leaf p0 to leaf p1, which sends message `a`, then `b`, then 2.
std::string schedule(const std::string& a, const std::string& b) {
  return "romcast-schedule 1\nnetwork fat-tree arity 2 height 1 capacity 1\nports multi\n"
         "collective broadcast source 0 messages 3\nalgorithm by-hand\nhops\n1 p0 s1.0 " +
         a + "\n2 p0 s1.0 " + b + "\n2 s1.0 p1 " + a + "\n3 p0 s1.0 2\n3 s1.0 p1 " + b +
         "\n4 s1.0 p1 2\nend\n";
}

}  // namespace

TEST_CASE("a board that is not there is missed", "[cli][board]") {
  check_told(run_at("/dev/romcast-nowhere"), "/dev/romcast-nowhere", "no board there");
}

TEST_CASE("what is no serial port is refused", "[cli][board]") {
  const Folder folder;
  for (const std::string& file : {std::string("/dev/null"), folder.write("file", "x")}) {
    const Finished done = run_at(file);
    CAPTURE(file, done.err);
    CHECK(done.status == 2);
    CHECK(done.one_line());
    CHECK_THAT(done.err, Contains("--port " + file));
  }
}

TEST_CASE("a port that another program has is busy", "[cli][board]") {
  const Terminal terminal;
  const romcast::Descriptor other(open(terminal.device().c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  REQUIRE(flock(other.number(), LOCK_EX | LOCK_NB) == 0);
  check_told(run_at(terminal.device()), terminal.device(), "busy");
}

TEST_CASE("a port that nothing answers at is told", "[cli][board]") {
  const Terminal terminal;
  check_told(run_at(terminal.device()), terminal.device(), "nothing answers");
}

TEST_CASE("a board runs again and again, whatever became of the run before", "[cli][board]") {
  with_board(kScenario, [](const std::string& device, int process) {
    CHECK(run_at(device).status == 0);
    // The board does not have this scenario's design and would misread the scenario's words.
    check_told(run_at(device, "-k 2 -H 2 -p multi -c broadcast"), device, "another design");
    CHECK(run_at(device).status == 0);

    const auto at = [](std::size_t when, auto act) {
      return [=](std::size_t byte) { return byte == when ? act() : Does::pass; };
    };
    // Byte 800 is in the middle of the words to be loaded.
    {
      const Relay relay(device, at(800, [=] {
                          kill(process, SIGUSR1);
                          return Does::pass;
                        }));
      check_told(run_at(relay.device()), relay.device(), "reset");
    }
    CHECK(run_at(device).status == 0);
    {
      const Relay relay(device, at(800, [] { return Does::hang_up; }));
      check_told(run_at(relay.device()), relay.device(), "the board is gone");
    }
    CHECK(run_at(device).status == 0);
    {
      // Every 97th byte to the board is lost, every 101st from it is damaged.
      const Relay relay(
          device, [](std::size_t byte) { return byte % 97 == 96 ? Does::lose : Does::pass; },
          [](std::size_t byte) { return byte % 101 == 100 ? Does::damage : Does::pass; });
      const Finished done = run_at(relay.device());
      CAPTURE(done.err);
      CHECK(done.status == 0);
    }
  });
}

TEST_CASE("a board runs another schedule of the same sizes, written by hand", "[cli][board]") {
  const Folder folder;
  const std::string first = folder.write("first", schedule("0", "1"));
  const std::string second = folder.write("second", schedule("1", "0"));
  with_board(first, [&](const std::string& device, int) {
    for (const std::string& file : {second, first}) {
      const Finished done = run_at(device, file);
      CAPTURE(file, done.err);
      CHECK(done.status == 0);
    }
  });
}

TEST_CASE("a simulated board that ends in the middle of a run is gone", "[cli][board]") {
  with_board(kScenario, [](const std::string& device, int process) {
    const Relay relay(device, [=](std::size_t byte) {
      if (byte == 800) kill(process, SIGKILL);
      return Does::pass;
    });
    const Finished done = run_at(relay.device());
    CAPTURE(done.err);
    CHECK(done.status == 3);
    CHECK(done.one_line());
  });
}
