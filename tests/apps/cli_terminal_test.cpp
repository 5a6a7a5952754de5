// SPDX-License-Identifier: Apache-2.0
// Output on a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>

#include "apps/terminal.hpp"

using namespace romcast::test;
using Catch::Contains;

namespace {

// Lasts longer than the delay before progress is shown.
const char* const kLong = "plan -k 4 -H 5 -p multi -c alltoall -a pipelined";

Screen on(const std::string& terminal, const std::string& command, unsigned short columns = 80) {
  return call_on_terminal(words(command), {{"TERM", terminal}}, columns);
}

Lines passes(const Lines& all) {
  Lines rows;
  std::ranges::copy_if(all, std::back_inserter(rows),
                       [](const std::string& line) { return line.ends_with("   pass"); });
  return rows;
}

}  // namespace

// The tag [.demo] hides the tests of `demo`, as `demo` takes minutes if it has to build its models.
TEST_CASE("demo wipes progress before its first table and calls itself as the user did",
          "[.demo]") {
  const Screen screen = on("xterm", "demo");
  CHECK(screen.status == 0);
  CHECK_THAT(screen.lines().front(),
             Contains("Every collective on a complete tree of 64 processors"));
  CHECK_THAT(screen.raw, Contains(fmt::format("  {} plan -k 2 -H 2", ROMCAST_PROGRAM)));
}

TEST_CASE(
    "demo's tables are as wide as the terminal, at least 80 columns, and docs/demo.md has them",
    "[.demo]") {
  const Screen narrow = on("xterm", "demo", 80), wide = on("xterm", "demo", 110);
  for (const std::string& line : narrow.lines()) {
    if (line == "Next:") break;  // commands to copy stay whole
    CAPTURE(line);
    CHECK(line.size() <= 80);
  }
  for (const char* word : {"furthest-first", "reversed-balanced-tree", " pass", "The paper errs"}) {
    CHECK_THAT(narrow.raw, Contains(word));
  }
  CHECK_THAT(narrow.raw, Contains("waiting") && Contains("occupancy") && !Contains("lower bound"));
  CHECK_THAT(wide.raw, Contains("waiting"));
  CHECK(passes(wide.lines()) == passes(lines(content(ROMCAST_TEST_SOURCES "/docs/demo.md"))));
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

TEST_CASE("what is for the eye is no wider than the terminal") {
  for (const char* command :
       {"run -k 2 -H 2 -c alltoall -p multi", "run -k 3 -H 2 -c alltoall -p single -a paper",
        "plan -n complete --processors 8 --latency 6 --overhead 2 --gap 4 -c broadcast --messages "
        "3",
        "list", "list --all", "list claims", "run --help", "list -n star -c alltoall",
        "network -n torus --dims 4x4", "explain trees-thm5", "explain flooding",
        "reproduce --quick fibtrees-path logp-fact2.1 trees-sec4-ki"}) {
    for (const unsigned short columns : {60, 80, 100}) {
      const Screen screen = on("xterm", command, columns);
      for (const std::string& line : screen.lines()) {
        CAPTURE(command, line);
        const auto escapes = std::size_t(std::count(line.begin(), line.end(), '\033'));
        CHECK(line.size() <= columns + 5 * escapes);
      }
    }
  }
}

TEST_CASE("COLUMNS stands for the width of the terminal") {
  const Screen screen =
      call_on_terminal(words("list --all"), {{"TERM", "xterm"}, {"COLUMNS", "90"}}, 200);
  std::size_t longest = 0;
  for (const std::string& line : screen.lines()) longest = std::max(longest, line.size());
  CHECK(longest <= 90);
  CHECK(longest > 80);
}

TEST_CASE("verdicts are coloured on a terminal, unless NO_COLOR is set") {
  const Words claim = words("reproduce --quick logp-fact2.1");
  CHECK(call_on_terminal(claim, {{"TERM", "xterm"}}).escapes());
  CHECK(!call_on_terminal(claim, {{"TERM", "xterm"}, {"NO_COLOR", "1"}}).escapes());
}
