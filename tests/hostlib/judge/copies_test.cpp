// SPDX-License-Identifier: Apache-2.0
// Broadcasts whose copies are separate messages: numbers, judge, queues, flits, files, ROMs.
#include <catch2/catch.hpp>

#include "conformance/star_replay.hpp"
#include "hostlib/schedule_text.hpp"
#include "hostlib/test_hops.hpp"
#include "romcast/core/flit.hpp"
#include "romcast/machines/store/store_rom.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;
using enum CollectiveKind;
using enum ViolationKind;

namespace {

// The ring 123 - 213 - 312 - 132 - 231 - 321 - 123; nodes 0, 2, 4, 1, 3, 5.
const StarGraph& ring() {
  static const StarGraph star(3);
  return star;
}

Collective copied(const Topology& topology, std::uint32_t messages = 1) {
  return Collective(broadcast, topology.processors(), 0, messages).copied();
}

Verdict verdict_of(const Topology& topology, std::initializer_list<const char*> lines) {
  return judge(topology, copied(topology), kMulti, stored_schedule(hops(topology, lines)));
}

// 123 sends the copies for 312 and 132 over 213, and those for 213 and 321 directly; 321 sends the
// copy for 231.
const std::initializer_list<const char*> kRing{"1 123 213 4", "1 123 321 5", "2 123 213 1",
                                               "2 321 231 3", "3 123 213 2", "4 213 312 4",
                                               "5 213 312 1", "6 312 132 1"};

}  // namespace

TEST_CASE("copies are numbered by destination and start at the source") {
  const Collective three = Collective(broadcast, 4, 2, 3).copied();
  CHECK(three.copies());
  CHECK_FALSE(three.multicast());
  CHECK(three.message_numbers() == 12);
  CHECK(three.expected_deliveries() == 9);
  CHECK(three.destination(3 * 3 + 1) == 3);
  CHECK(three.origin(3 * 3 + 1) == 2);
  CHECK(three.copy_for(1, 3 * 3 + 2) == 1 * 3 + 2);
  CHECK(three.wants(3 * 3 + 1, 3));
  CHECK_FALSE(three.wants(3 * 3 + 1, 1));
  CHECK_FALSE(three.wants(2 * 3 + 1, 2));  // the source needs no copy
  CHECK(three.own_messages(2) == 3);
  CHECK_FALSE(Collective(broadcast, 4, 2, 3).copies());
}

TEST_CASE("who has its own copy makes those of others") {
  const Verdict verdict =
      verdict_of(four_leaves(),
                 {"1 p0 s1.0 1", "2 s1.0 p1 1", "2 p0 s1.0 2", "3 s1.0 s2.0 2", "4 s2.0 s1.1 2",
                  "5 s1.1 p2 2", "3 p1 s1.0 3", "4 s1.0 s2.0 3", "5 s2.0 s1.1 3", "6 s1.1 p3 3"});
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.cycles == 6);
  CHECK(verdict.hops == 10);
  CHECK(verdict.delivered == 3);
}

TEST_CASE("a copy cannot be made before its maker has its own") {
  const Verdict tree = verdict_of(four_leaves(), {"1 p0 s1.0 1", "2 s1.0 p1 1", "2 p1 s1.0 3"});
  CHECK(count(tree, sent_before_arrival) == 1);
  const Verdict star = verdict_of(ring(), {"1 123 321 5", "1 321 231 3"});
  CHECK(count(star, sent_before_arrival) == 1);
}

TEST_CASE("several copies of one message in a switch count as several") {
  const Verdict verdict =
      verdict_of(four_leaves(),
                 {"1 p0 s1.0 2", "2 p0 s1.0 3", "3 s1.0 s2.0 2", "3 p0 s1.0 1", "4 s1.0 p1 1",
                  "4 s1.0 s2.0 3", "4 s2.0 s1.1 2", "5 s1.1 p2 2", "5 s2.0 s1.1 3", "6 s1.1 p3 3"});
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.levels[0].max_queue == 2);
  CHECK(verdict.levels[0].max_up_fifo == 2);
  CHECK(verdict.levels[0].max_down_fifo == 1);
  CHECK(verdict.levels[1].max_queue == 1);
}

TEST_CASE("a copy that comes to its processor twice is one too many") {
  const Verdict verdict =
      verdict_of(four_leaves(), {"1 p0 s1.0 1", "2 s1.0 p1 1", "2 p0 s1.0 1", "3 s1.0 p1 1"});
  CHECK(count(verdict, delivered_twice) == 1);
}

TEST_CASE("the store of a star node counts what passes through and not what it keeps") {
  const Verdict verdict = verdict_of(ring(), kRing);
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.cycles == 6);
  CHECK(verdict.hops == 8);
  CHECK(verdict.delivered == 5);
  CHECK(verdict.max_queue == 2);    // copies 4 and 1 in 213 after cycle 2
  CHECK(verdict.max_waiting == 2);  // both in cycle 3
}

TEST_CASE("a copy is made after the packet that brought its maker's own is complete") {
  const Timing timing{3, 2};
  const auto verdict = [&](std::initializer_list<const char*> lines) {
    return judge(ring(), copied(ring()), kMulti, stored_schedule(hops(ring(), lines)), std::nullopt,
                 timing);
  };
  CHECK(count(verdict({"1 123 321 start", "5 123 321 5", "6 321 231 start", "10 321 231 3"}),
              sent_before_arrival) == 0);
  CHECK(count(verdict({"1 123 321 start", "5 123 321 5", "5 321 231 start", "9 321 231 3"}),
              sent_before_arrival) == 1);
}

TEST_CASE("ROMs of a star graph say a broadcast by copies again") {
  const std::vector<Hop> plan = hops(ring(), kRing);
  const StoreRoms roms = compile_store_roms(ring(), copied(ring()), kMulti, stored_schedule(plan));
  CHECK(replay(ring(), copied(ring()), Timing{}, roms) == sorted_hops(stored_schedule(plan)));
  CHECK(store_control_bits(StarGraph(4), {1, 32, true}) == 5 + 2 + 4 * 2 + 2);
  CHECK(store_control_bits(StarGraph(9), {8, 64, true}) == 6 + 4 + 9 * 4 + 2);
}

TEST_CASE("copies of one message are alike but for the route field") {
  const DirectFlitCodec codec(ring(), copied(ring(), 3));
  const auto rest = [&](std::uint64_t flit) { return flit >> codec.route_bits(); };
  for (MessageId message = 0; message < 18; ++message) {
    CHECK(codec.decode(codec.encode(message)) == message);
    CHECK(codec.intact(codec.encode(message), message));
    CHECK(rest(codec.encode(message)) == rest(codec.encode(message % 3)));
  }
  CHECK(rest(codec.encode(0)) != rest(codec.encode(1)));
}

TEST_CASE("a schedule file says that copies are addressed") {
  const std::string text =
      "romcast-schedule 1\nnetwork fat-tree arity 2 height 2\nports multi\n"
      "collective broadcast source 0 messages 1 copies addressed\n"
      "hops\n1 p0 s1.0 1\n2 s1.0 p1 1\nend\n";
  const ScheduleFile file = read(text);
  REQUIRE(file.header.collective);
  CHECK(file.header.collective->copies());
  const Folder folder;
  ScheduleWriter writer(folder.file("plan"), file.header);
  writer.write(std::span(file.hops).first(1));
  writer.write(std::span(file.hops).last(1));
  writer.commit();
  CHECK(read(content(folder.file("plan"))).header.collective->copies());
  const auto error = [](const std::string& line) {
    return error_of("romcast-schedule 1\nnetwork fat-tree arity 2 height 2\nports multi\n" + line +
                    "\nhops\nend\n");
  };
  CHECK_THAT(error("collective scatter copies addressed"),
             Contains(":4:") && Contains("only a broadcast"));
  CHECK_THAT(error("collective broadcast copies free"), Contains("copies are addressed"));
  CHECK_THAT(error("collective broadcast copies"), Contains("copies are addressed"));
  CHECK_THAT(error("collective broadcast copies addressed copies addressed"),
             Contains("a second 'copies'"));
}
