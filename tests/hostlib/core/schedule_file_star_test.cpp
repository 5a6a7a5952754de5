// SPDX-License-Identifier: Apache-2.0
// Schedule files of star graphs: times, start-ups and stores.
#include <catch2/catch.hpp>

#include "hostlib/schedule_text.hpp"
#include "hostlib/test_hops.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// The error for a header of a fat tree with this line added as line 5.
std::string error_of_tree(const std::string& line) {
  return error_of(
      "romcast-schedule 1\nnetwork fat-tree arity 2 height 2\nports multi\n"
      "collective gather source 1 messages 2\n" +
      line + "\nhops\nend\n");
}

const std::string kStar =
    "romcast-schedule 1\n"
    "network star symbols 3\n"
    "ports single\n"
    "collective allgather\n";

// A star-graph file with the text `keys` from line 5 on, and the hops `lines`.
std::string star_text(const std::string& keys, const std::string& lines = "") {
  return kStar + keys + "hops\n" + lines + "end\n";
}

}  // namespace

TEST_CASE("a schedule on a star graph says how long packets take and where they start") {
  const ScheduleFile file =
      read(star_text("timing startup 10 per-message 2\nqueue store 6\n",
                     "1 123 213 start\n12 123 213 0\n1 213 312 start\n12 213 312 2\n"));
  CHECK(file.header.topology->network() == "star");
  CHECK(file.header.timing == Timing{10, 2});
  REQUIRE(file.header.limit);
  CHECK(file.header.limit->kind == QueueKind::store);
  CHECK(file.header.limit->depth == 6);
  CHECK(file.hops == hops(*file.header.topology,
                          {"1 123 213 start", "1 213 312 start", "12 123 213 0", "12 213 312 2"}));
  CHECK(file.hops.front().message == kStartup);
}

TEST_CASE("without a timing line messages take one cycle and need no start-up") {
  CHECK(read(star_text("")).header.timing == Timing{0, 1});
  CHECK(read(star_text("timing startup 0 per-message 1\n")).header.timing.plain());
}

TEST_CASE("times have their bounds") {
  const auto error = [](const char* line) { return error_of(star_text(std::string(line) + "\n")); };
  CHECK(error("timing startup 65535 per-message 65535").empty());
  CHECK(error("timing startup 65536 per-message 1") ==
        "plan.txt:5: startup '65536'; give a number from 0 to 65535");
  CHECK(error("timing startup 1 per-message 65536") ==
        "plan.txt:5: per-message '65536'; give a number from 1 to 65535");
  CHECK(error("timing startup 1 per-message 0") ==
        "plan.txt:5: per-message '0'; give a number from 1 to 65535");
  CHECK(error("timing startup -1 per-message 1") ==
        "plan.txt:5: startup '-1'; give a number from 0 to 65535");
  CHECK(error("timing startup 1.5 per-message 1") ==
        "plan.txt:5: startup '1.5'; give a number from 0 to 65535");
}

TEST_CASE("a timing line of another form is refused with an example") {
  const std::string expected =
      "plan.txt:5: 'timing' with other words; e.g. timing startup 10 per-message 1";
  for (const char* line : {"timing", "timing startup 10", "timing startup 10 per-message",
                           "timing 10 1", "timing per-message 1 startup 10",
                           "timing startup 10 per-message 1 2", "timing start 10 per-message 1"}) {
    CAPTURE(line);
    CHECK(error_of(star_text(std::string(line) + "\n")) == expected);
  }
  CHECK(error_of(star_text("timing startup 1 per-message 1\ntiming startup 1 per-message 1\n")) ==
        "plan.txt:6: a second 'timing'; give each header line once");
}

TEST_CASE("a start-up hop needs a start-up time in the header") {
  CHECK(error_of(star_text("", "1 123 213 start\n")) ==
        "plan.txt:6: 'start'; a start-up needs 'timing startup' in the header");
  CHECK(error_of(star_text("timing startup 0 per-message 2\n", "1 123 213 start\n")) ==
        "plan.txt:7: 'start'; a start-up needs 'timing startup' in the header");
  CHECK(error_of(star_text("timing startup 1 per-message 1\n", "1 123 213 start\n")).empty());
}

TEST_CASE("only the word start is a start-up and no number is") {
  const auto error = [](const std::string& message) {
    return error_of(star_text("timing startup 1 per-message 1\n", "1 123 213 " + message + "\n"));
  };
  CHECK(error("4294967292").empty());
  for (const char* other : {"4294967293", "4294967295", "Start", "startup", "star", "start0"}) {
    CAPTURE(other);
    CHECK(error(other) ==
          "plan.txt:7: message '" + std::string(other) + "'; give a number from 0 to 4294967292");
  }
}

TEST_CASE("hops on a star graph name nodes by label and join neighbours") {
  const auto error = [](const char* line) { return error_of(star_text("", line)); };
  CHECK(error("1 124 213 0\n") == "plan.txt:6: no node '124'; nodes are 123 .. 321");
  CHECK(error("1 p0 213 0\n") == "plan.txt:6: no node 'p0'; nodes are 123 .. 321");
  CHECK(error("1 123 132 0\n") == "plan.txt:6: no link from 123 to 132; a hop joins neighbours");
  CHECK(error("1 123 213 0 0\n") == "plan.txt:6: lane '0'; this branch has one link, leave it out");
}

TEST_CASE("the queue of a schedule is one that its network has") {
  CHECK(error_of(star_text("queue store 1\n")).empty());
  CHECK(error_of(star_text("queue up-down 1\n")) ==
        "plan.txt:6: 'hops'; the header must limit the 'store' of a node, not a queue");
  CHECK(error_of_tree("queue up-down 1").empty());
  CHECK(error_of_tree("queue store 1") ==
        "plan.txt:6: 'hops'; the header must limit queues, not the 'store' of a node");
}

TEST_CASE("star graphs of two and of ten symbols are refused in a file") {
  using Catch::StartsWith;
  for (const char* symbols : {"2", "10"}) {
    CHECK_THAT(error_of("romcast-schedule 1\nnetwork star symbols " + std::string(symbols) + "\n"),
               StartsWith("plan.txt:2: `symbols` " + std::string(symbols) + ": "));
  }
  CHECK(error_of("romcast-schedule 1\nnetwork star arity 3\n") ==
        "plan.txt:2: 'arity'; no option of network star");
}

TEST_CASE("a truncated schedule of a star graph is refused wherever it ends") {
  std::string whole = star_text("timing startup 10 per-message 2\nqueue store 6\n",
                                "1 123 213 start\n12 123 213 0\n");
  whole.pop_back();
  CHECK(error_of(whole).empty());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(error_of(whole.substr(0, size)).empty());
  }
}

TEST_CASE("a schedule of a star graph that is written can be read again") {
  const Folder folder;
  const ScheduleFile original =
      read(star_text("timing startup 4 per-message 3\nqueue store 9\n",
                     "1 123 213 start\n7 123 213 0\n4294967295 321 231 5\n"));
  ScheduleWriter writer(folder.file("plan"), original.header);
  writer.write(original.hops);
  writer.commit();
  CHECK(content(folder.file("plan")) ==
        "romcast-schedule 1\nnetwork star symbols 3\nports single\n"
        "collective allgather source 0 messages 1\ntiming startup 4 per-message 3\n"
        "queue store 9\nhops\n1 123 213 start\n7 123 213 0\n4294967295 321 231 5\nend\n");
  const ScheduleFile again = load_schedule(folder.file("plan"));
  CHECK(again.hops == original.hops);
  CHECK(again.header.timing == Timing{4, 3});
  CHECK(again.header.limit->kind == QueueKind::store);
}

TEST_CASE("the times of a network without start-up are written only where they are no default") {
  const Folder folder;
  const auto written = [&](Timing timing) {
    ScheduleHeader plain = read(star_text("")).header;
    plain.timing = timing;
    ScheduleWriter writer(folder.file("plan"), plain);
    writer.commit();
    return content(folder.file("plan")).find("timing") != std::string::npos;
  };
  CHECK_FALSE(written({0, 1}));
  CHECK(written({0, 2}));
  CHECK(written({1, 1}));
}
