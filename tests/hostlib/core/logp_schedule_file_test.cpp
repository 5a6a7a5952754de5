// SPDX-License-Identifier: Apache-2.0
// Schedule files of LogP machines and of collectives that combine.
#include <catch2/catch.hpp>

#include "hostlib/schedule_text.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::StartsWith;

namespace {

// Lines 1 to 3 are the format, the network and the ports; `header` begins in line 4.
std::string text(const std::string& header, const std::string& hops = "",
                 const std::string& ports = "single") {
  return "romcast-schedule 1\nnetwork complete processors 4\nports " + ports + "\n" + header +
         "\nhops\n" + hops + "end\n";
}

const std::string kBroadcast = "collective broadcast source 0 messages 1\n";
const std::string kSummation = "collective summation source 1 operands 7\n";

// Reads a schedule file and returns the text that is written of it.
std::string copied(const std::string& original) {
  const Folder folder;
  const ScheduleFile file = read(original);
  ScheduleWriter writer(folder.file("plan"), file.header);
  writer.write(file.hops);
  writer.commit();
  return content(folder.file("plan"));
}

}  // namespace

TEST_CASE("the times of a LogP machine are read") {
  const ScheduleFile file = read(text(kBroadcast + "timing latency 6 overhead 2 gap 4"));
  CHECK(file.header.timing == Timing{.latency = 6, .overhead = 2, .gap = 4});
  CHECK(read(text(kBroadcast + "timing latency 3 overhead 0 gap 1 buffered")).header.timing ==
        Timing{.latency = 3, .buffered = true});
}

TEST_CASE("times out of range are refused with file and line") {
  const auto error = [](const char* times) {
    return error_of(text(kBroadcast + "timing " + times));
  };
  CHECK(error("latency 0 overhead 0 gap 1") ==
        "plan.txt:5: latency '0'; give a number from 1 to 65535");
  CHECK(error("latency 65536 overhead 0 gap 1") ==
        "plan.txt:5: latency '65536'; give a number from 1 to 65535");
  CHECK(error("latency 1 overhead -1 gap 1") ==
        "plan.txt:5: overhead '-1'; give a number from 0 to 65535");
  CHECK(error("latency 1 overhead 0 gap 0") ==
        "plan.txt:5: gap '0'; give a number from 1 to 65535");
}

TEST_CASE("a timing line of other words is refused with the form that fits the network") {
  for (const char* times : {"latency 3", "latency 3 gap 1", "overhead 0 latency 3 gap 1",
                            "latency 3 overhead 0 gap 1 queue", "latency 3 overhead 0 gap",
                            "startup 1", "latency 3 overhead 0 gap 1 buffered 2"}) {
    CAPTURE(times);
    CHECK(error_of(text(kBroadcast + "timing " + times)) ==
          "plan.txt:5: 'timing' with other words; e.g. timing latency 6 overhead 2 gap 4, or with "
          "'buffered' behind it");
  }
}

TEST_CASE("with several ports only network complete has a latency, and nothing combines") {
  CHECK(read(text(kBroadcast + "timing latency 2 overhead 0 gap 1", "", "2")).header.timing ==
        Timing{.latency = 2});
  CHECK(error_of(text("collective allgather\ntiming latency 2 overhead 0 gap 1", "", "2")).empty());
  for (const char* times : {"latency 2 overhead 1 gap 1", "latency 2 overhead 0 gap 2",
                            "latency 2 overhead 0 gap 1 buffered"}) {
    CHECK_THAT(error_of(text(kBroadcast + "timing " + times, "", "2")),
               StartsWith("plan.txt:6: 'hops'; timing overhead, gap and buffered"));
  }
  CHECK_THAT(error_of(text("collective alltoall", "", "2")),
             StartsWith("plan.txt:5: 'hops'; collective alltoall on network complete"));
  CHECK_THAT(error_of(text("collective reduce", "", "2")),
             StartsWith("plan.txt:5: 'hops'; reduce is for network complete with ports single"));
  CHECK_THAT(error_of("romcast-schedule 1\nnetwork star symbols 3\nports single\n"
                      "collective summation operands 3\nhops\nend\n"),
             StartsWith("plan.txt:5: 'hops'; summation is for network complete"));
  CHECK_THAT(error_of("romcast-schedule 1\nnetwork star symbols 3\nports single\n"
                      "collective broadcast\ntiming latency 2 overhead 0 gap 1\nhops\nend\n"),
             StartsWith("plan.txt:6: 'hops'; timing latency"));
  CHECK_THAT(error_of(text(kBroadcast + "timing startup 1 per-message 1")),
             StartsWith("plan.txt:6: 'hops'; timing startup"));
}

TEST_CASE("buffered machines have no overhead and combine nothing") {
  for (const char* header : {"collective broadcast\ntiming latency 3 overhead 1 gap 1 buffered",
                             "collective broadcast\ntiming latency 3 overhead 0 gap 2 buffered",
                             "collective reduce\ntiming latency 3 overhead 0 gap 1 buffered"}) {
    CHECK(error_of(text(header)) ==
          "plan.txt:6: 'hops'; buffered machines have overhead 0 and gap 1 and do not combine");
  }
}

TEST_CASE("additions are read") {
  const ScheduleFile file = read(text(kSummation, "3 p2 add 5\n"));
  CHECK(file.hops == std::vector<Hop>{{3, 2, kAdd, 5}});
  CHECK(file.header.collective->messages() == 7);
  CHECK(file.header.collective->source() == 1);
}

TEST_CASE("additions that are none are refused with file and line") {
  const auto error = [](const char* hop) { return error_of(text(kSummation, hop)); };
  CHECK(error("3 p2 add 0\n") == "plan.txt:7: count '0'; give a number from 1 to 4294967295");
  CHECK(error("3 p2 add\n") ==
        "plan.txt:7: 3 words from '3'; a hop is 'cycle from to message [lane]', the last line is "
        "'end'");
  CHECK(error("3 p2 add 1 2\n") == "plan.txt:7: '2'; an addition is 'cycle processor add count'");
  CHECK(error("3 p4 add 1\n") == "plan.txt:7: no node 'p4'; nodes are p0 .. p3");
  CHECK(error("0 p3 add 1\n") == "plan.txt:7: cycle '0'; give a number from 1 to 4294967295");
  CHECK(error_of(text("collective reduce\n", "3 p2 add 1\n")) ==
        "plan.txt:7: 'add'; only the processors of a summation add operands of their own");
}

TEST_CASE("what ends after the last cycle is refused with file and line") {
  const auto error = [](const std::string& header, const char* hop) {
    return error_of(text(header, hop));
  };
  const std::string logp = kBroadcast + "timing latency 6 overhead 2 gap 4";
  CHECK(error(logp, "4294967286 p0 p1 0\n").empty());
  CHECK(error(logp, "4294967287 p0 p1 0\n") ==
        "plan.txt:7: cycle '4294967287'; what begins in it ends in cycle 4294967296, but at most "
        "4294967295 can be counted");
  CHECK(error("collective reduce", "4294967295 p0 p1 0\n").empty());
  CHECK(error(kSummation, "4294967294 p0 p1 0\n").empty());
  CHECK_THAT(error(kSummation, "4294967295 p0 p1 0\n"), StartsWith("plan.txt:7: cycle"));
  CHECK(error(kSummation, "4294967290 p2 add 6\n").empty());
  CHECK_THAT(error(kSummation, "4294967290 p2 add 7\n"), StartsWith("plan.txt:7: cycle"));
}

TEST_CASE("hops of a cycle are written by link and message in whatever order they come") {
  const Folder folder;
  const ScheduleFile file =
      read(text(kBroadcast, "2 p3 p0 0\n1 p2 p1 0\n1 p0 p3 0\n1 p0 p1 0\n1 p1 p0 0\n"));
  ScheduleWriter writer(folder.file("plan"), file.header);
  writer.write(file.hops);
  writer.commit();
  CHECK_THAT(content(folder.file("plan")),
             Catch::EndsWith("hops\n1 p0 p1 0\n1 p0 p3 0\n1 p1 p0 0\n1 p2 p1 0\n2 p3 p0 0\nend\n"));
}

TEST_CASE("a summation has operands and the others have messages") {
  CHECK(error_of(text("collective summation source 0 messages 7")) ==
        "plan.txt:4: 'messages'; summation has the options source and operands");
  CHECK(error_of(text("collective gather source 0 operands 7")) ==
        "plan.txt:4: 'operands'; gather has the options source and messages");
  CHECK(error_of(text("collective summation operands 0")) ==
        "plan.txt:4: operands '0'; give a number from 1 to 4294967295");
}

TEST_CASE("what is taken from a queue is read on buffered machines alone") {
  const std::string buffered = "timing latency 3 overhead 0 gap 1 buffered";
  CHECK(read(text(kBroadcast + buffered, "4 p3 p3 0\n")).hops == std::vector<Hop>{{4, 3, 0, 3}});
  CHECK(error_of(text(kBroadcast, "4 p3 p3 0\n")) ==
        "plan.txt:7: no link from p3 to p3; a hop joins neighbours");
}

TEST_CASE("schedules of LogP machines that are written can be read again") {
  for (const std::string& original :
       {text(kBroadcast + "timing latency 6 overhead 2 gap 4", "1 p0 p3 0\n11 p3 p1 0\n"),
        text(kBroadcast + "timing latency 6 overhead 0 gap 1 buffered", "1 p0 p3 0\n9 p3 p3 0\n"),
        text("collective summation source 1 operands 7\ntiming latency 2 overhead 0 gap 1",
             "1 p2 add 5\n6 p2 p1 0\n"),
        text("collective allreduce source 0 messages 1", "1 p1 p2 0\n1 p2 p1 0\n2 p2 p3 1\n"),
        text("collective reduce-scatter source 0 messages 2", "1 p1 p2 0\n1 p2 p1 7\n2 p2 p3 15\n"),
        text("collective reduce source 3 messages 2", "1 p1 p2 0\n1 p2 p1 1\n2 p2 p3 3\n")}) {
    CHECK(copied(original) == original);
  }
}

TEST_CASE("the last message that a broadcast can have is no addition") {
  const std::string original =
      text("collective broadcast source 0 messages 4294967293", "1 p2 p1 4294967292\n");
  CHECK(copied(original) == original);
}
