// SPDX-License-Identifier: Apache-2.0
// What a user sees on a terminal.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "apps/terminal.hpp"

using namespace romcast::test;
using Catch::Contains;

namespace {

// Takes longer than what shows no progress.
const char* const kLong = "plan -k 4 -H 5 -p multi -c alltoall -a pipelined";

Screen on(const std::string& terminal, const std::string& command, unsigned short columns = 80) {
  return call_on_terminal(words(command), {{"TERM", terminal}}, columns);
}

}  // namespace

// Hidden: without built models demo takes minutes.
TEST_CASE("demo wipes progress before its first table and calls itself as the user did",
          "[.demo]") {
  const Screen screen = on("xterm", "demo");
  CHECK(screen.status == 0);
  CHECK_THAT(screen.lines().front(), Contains("Every collective on a fat tree of 64 processors"));
  CHECK_THAT(screen.raw, Contains(fmt::format("  {} plan -k 2 -H 2", ROMCAST_PROGRAM)));
}

TEST_CASE("demo's tables are as wide as the terminal, at least 80 columns", "[.demo]") {
  const Screen narrow = on("xterm", "demo", 80), wide = on("xterm", "demo", 110);
  for (const std::string& line : narrow.lines()) {
    if (line == "Next:") break;  // commands to copy stay whole
    CAPTURE(line);
    CHECK(line.size() <= 80);
  }
  for (const char* word : {"furthest-first", "reversed-balanced-tree", " pass", "The paper errs"}) {
    CHECK_THAT(narrow.raw, Contains(word));
  }
  CHECK_THAT(narrow.raw, !Contains("waiting"));
  CHECK_THAT(wide.raw, Contains("waiting"));
}

TEST_CASE("progress is written without escape codes and wiped before the result") {
  const Screen screen = on("xterm", kLong, 200);
  CHECK(screen.status == 0);
  CHECK(!screen.escapes());
  CHECK_THAT(screen.lines().front(), Contains("no picture") || Contains("network fat-tree"));
}

TEST_CASE("a terminal that can do nothing, or is not named, is sent plain lines only") {
  for (const char* terminal : {"dumb", ""}) {
    const Screen screen = on(terminal, kLong);
    CHECK(screen.status == 0);
    CHECK(!screen.escapes());
    CHECK(!screen.overwrites());
  }
}

TEST_CASE("without colours there are no escape codes either") {
  const Screen screen =
      call_on_terminal(words(kLong), {{"TERM", "xterm-256color"}, {"NO_COLOR", "1"}});
  CHECK(!screen.escapes());
}

TEST_CASE("an error on a terminal is one line") {
  for (const char* terminal : {"xterm", "dumb", ""}) {
    const Screen screen = on(terminal, "plan -k 2 -H 2 -c brodcast");
    CHECK(screen.status == 2);
    CHECK(!screen.escapes());
    CHECK(screen.lines().size() == 2);
    CHECK(screen.lines().front().starts_with("romcast: "));
  }
}

TEST_CASE("a picture that is wider than the terminal is left out, with a word on it") {
  const std::string plan = "plan -k 2 -H 2 -c gather --messages 8";
  CHECK_THAT(on("xterm", plan, 40).raw, Contains("no picture: it would be wider than 40 columns"));
  const Screen wide = on("xterm", "plan -k 2 -H 2 -c gather", 80);
  CHECK_THAT(wide.raw, Contains("p0 > s1.0") || Contains("cycle"));
  CHECK_THAT(wide.raw, !Contains("no picture"));
}
