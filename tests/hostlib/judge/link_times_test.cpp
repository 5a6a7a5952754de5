// SPDX-License-Identifier: Apache-2.0
// The judge on links that need several cycles: how long a link and a port are in use, and when a
// message can be forwarded.
#include <catch2/catch.hpp>
#include <random>

#include "hostlib/schedule_text.hpp"
#include "hostlib/test_hops.hpp"
#include "romcast/networks/graph_network.hpp"

using namespace romcast;
using namespace romcast::test;
using enum ViolationKind;

namespace {

Verdict timed_verdict(const std::string& text) {
  const ScheduleFile file = read(text);
  const ScheduleHeader& header = file.header;
  return judge(*header.topology, *header.collective, header.ports, stored_schedule(file.hops),
               header.limit, header.timing);
}

// Links between a and b: 3 cycles per message, latency 2; between b and c: 2 cycles, latency 0.
Verdict on_timed_line(const std::string& hops, const std::string& collective = "broadcast",
                      unsigned messages = 1, const std::string& ports = "multi") {
  return timed_verdict(
      "romcast-schedule 1\nnetwork graph\nnode a\nnode b\nnode c\nedge a b 1 3 2\nedge b c 1 2 0\n"
      "ports " +
      ports + "\ncollective " + collective + " source 0 messages " + std::to_string(messages) +
      "\nhops\n" + hops + "end\n");
}

ViolationKind only_kind(const Verdict& verdict) {
  REQUIRE(verdict.violation_count == 1);
  return verdict.violations.front().kind;
}

}  // namespace

TEST_CASE("a message arrives its cycles and its latency after the beginning of its send") {
  const Verdict verdict = on_timed_line("1 a b 0\n6 b c 0\n");
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.cycles == 7);  // 3 + 2, then 2
  CHECK(verdict.hops == 2);
}

TEST_CASE("a message that is still under way cannot be sent on") {
  CHECK(on_timed_line("1 a b 0\n5 b c 0\n").violations.front().kind == sent_before_arrival);
}

TEST_CASE("a link takes its next message when its cycles are over, not before") {
  const std::string then = "6 b c 0\n9 b c 1\n";
  CHECK(on_timed_line("1 a b 0\n4 a b 1\n" + then, "broadcast", 2).violation_count == 0);
  CHECK(only_kind(on_timed_line("1 a b 0\n3 a b 1\n" + then, "broadcast", 2)) ==
        link_over_capacity);
}

TEST_CASE("several messages are under way on a link at a time") {
  const Verdict verdict = timed_verdict(
      "romcast-schedule 1\nnetwork graph\nnode a\nnode b\nedge a b 1 1 9\nports multi\n"
      "collective broadcast source 0 messages 3\nhops\n1 a b 0\n2 a b 1\n3 a b 2\nend\n");
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.cycles == 12);
}

TEST_CASE("with one port a node is busy for all cycles of a message") {
  const auto star = [](const std::string& hops) {
    return timed_verdict(
        "romcast-schedule 1\nnetwork graph\nnode m\nnode a\nnode b\nedge m a 1 3 0\n"
        "edge m b 1 2 4\nports single\ncollective allgather source 0 messages 1\nhops\n" +
        hops + "end\n");
  };
  // Node numbers: m 0, a 1, b 2. m receives b's message in the fifth and sixth cycle of the hop.
  const std::string legal = "1 a m 1\n1 m b 0\n3 m a 0\n7 m b 1\n7 b m 2\n13 m a 2\n";
  CHECK(star(legal).violation_count == 0);
  CHECK(star(legal).cycles == 15);
  CHECK(only_kind(star("1 a m 1\n1 m b 0\n2 m a 0\n7 m b 1\n7 b m 2\n13 m a 2\n")) ==
        port_used_twice);
}

TEST_CASE("receptions of a port may not overlap, whenever they began") {
  const auto gather = [](const std::string& hops) {
    return timed_verdict(
        "romcast-schedule 1\nnetwork graph\nnode m\nnode a\nnode b\nedge m a 1 3 0\n"
        "edge m b 1 2 4\nports single\ncollective gather source 0 messages 1\nhops\n" +
        hops + "end\n");
  };
  // m receives b's message in cycles 5 and 6, and a's message in the three cycles of its hop.
  CHECK(gather("1 b m 2\n2 a m 1\n").violation_count == 0);
  CHECK(gather("1 b m 2\n7 a m 1\n").violation_count == 0);
  for (const char* between : {"3", "4", "5", "6"}) {
    CHECK(only_kind(gather("1 b m 2\n" + std::string(between) + " a m 1\n")) == port_used_twice);
  }
}

TEST_CASE("values that are combined wait for what is under way") {
  const std::string all = "1 c b 0\n3 b a 0\n";
  const Verdict legal = on_timed_line(all, "reduce");
  CHECK(legal.violation_count == 0);
  CHECK(legal.cycles == 7);
  CHECK(on_timed_line("1 c b 0\n2 b a 0\n", "reduce").violation_count > 0);
}

TEST_CASE("links with times are full-duplex, with ports single or multi, and have no other times") {
  for (const char* ports : {"half-multi", "half-single", "2"}) {
    CHECK_THROWS_AS(on_timed_line("", "broadcast", 1, ports), InputError);
  }
  CHECK_THROWS_AS(
      on_timed_line("1 a b 0\n6 b c 0\n", "broadcast", 1, "multi\ntiming startup 2 per-message 3"),
      InputError);
}

namespace {

// True if the hops, which need not be sorted, keep the rules: the sender of each hop has the
// message; the receiver gets the message only once, and is not the message's origin; no other hop
// uses the link or, if `single`, the sender's or the receiver's port at the same time.
bool keeps_the_rules(const Topology& network, const Collective& collective, bool single,
                     const std::vector<Hop>& hops) {
  const auto begin = [](const Hop& hop) { return std::int64_t{hop.cycle}; };
  const auto end = [&](const Hop& hop) {
    const LinkTime time = network.channel_at(hop.link).time;
    return begin(hop) + time.cycles - 1;
  };
  const auto arrival = [&](const Hop& hop) {
    return end(hop) + network.channel_at(hop.link).time.latency;
  };
  const auto meet = [](std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
    return a <= d && c <= b;
  };
  for (std::size_t i = 0; i < hops.size(); ++i) {
    const Hop& hop = hops[i];
    const Channel& c = network.channel_at(hop.link);
    bool holds = collective.origin(hop.message) == c.from;
    for (std::size_t j = 0; j < hops.size(); ++j) {
      if (j == i) continue;
      const Hop& other = hops[j];
      const Channel& d = network.channel_at(other.link);
      holds =
          holds || (d.to == c.from && other.message == hop.message && arrival(other) < begin(hop));
      if (other.link == hop.link && meet(begin(hop), end(hop), begin(other), end(other)))
        return false;
      if (d.to == c.to && other.message == hop.message) return false;  // a second time
      if (!single) continue;
      if (d.from == c.from && meet(begin(hop), end(hop), begin(other), end(other))) return false;
      const auto received = [&](const Hop& one) {
        return begin(one) + network.channel_at(one.link).time.latency;
      };
      if (d.to == c.to && meet(received(hop), arrival(hop), received(other), arrival(other))) {
        return false;
      }
    }
    if (!holds || collective.origin(hop.message) == c.to) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("the judge agrees with the rules, written down again, on random hops") {
  std::minstd_rand random(7);
  const auto up_to = [&](unsigned most) {
    return static_cast<std::uint32_t>(random() % (most + 1));
  };
  unsigned both[2] = {0, 0};
  for (unsigned round = 0; round < 4000; ++round) {
    Graph graph = Graph::numbered(3);
    for (NodeId v = 0; v < 3; ++v) {
      graph.edges.push_back({v, (v + 1) % 3, 1 + up_to(1), {1 + up_to(2), up_to(2)}});
    }
    if (up_to(1) == 1) graph.edges.push_back({1, 0, 1, {1 + up_to(2), up_to(2)}});
    const GraphNetwork network("graph", {}, graph);
    const bool single = up_to(1) == 1;
    const Collective collective(CollectiveKind::broadcast, 3, 0, 2);
    std::vector<Hop> hops;
    for (unsigned i = 0, all = 1 + up_to(2); i < all; ++i) {
      hops.push_back({1 + up_to(9), up_to(static_cast<unsigned>(network.links()) - 1), up_to(1)});
    }
    const Verdict verdict = judge(
        network, collective, single ? Ports{Ports::Kind::single} : Ports{}, stored_schedule(hops));
    const auto lost = std::ranges::count(verdict.violations, message_lost, &Violation::kind);
    CAPTURE(round);
    const bool expected = keeps_the_rules(network, collective, single, hops);
    CHECK((verdict.violation_count == static_cast<std::uint64_t>(lost)) == expected);
    ++both[expected ? 1 : 0];
  }
  CHECK(both[0] > 100);
  CHECK(both[1] > 100);
}
