// SPDX-License-Identifier: Apache-2.0
// Compares the verdict of judge_program(), which looks at one node, with the verdict of judge(),
// which looks at the hops of all nodes, on correct and on corrupted programs.
#include "romcast/judge/program_judge.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <random>
#include <set>

#include "hostlib/test_hops.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;
using enum ViolationKind;

namespace {

constexpr Timing kTimings[]{{0, 1}, {0, 3}, {1, 1}, {4, 1}, {5, 2}};

struct Verdicts {
  Verdict one, all;
};

Verdicts verdicts(const StarGraph& star, const Collective& collective, Ports ports, Timing timing,
                  const RelativeProgram& program) {
  const auto shared = std::make_shared<const RelativeProgram>(program);
  const auto graph = std::make_shared<const StarGraph>(star.symbols());
  return {
      judge_program(star, collective, ports, timing, program),
      judge(star, collective, ports, open_program(graph, collective, timing, shared), {}, timing)};
}

void check_figures(const Verdict& one, const Verdict& all) {
  CHECK(one.cycles == all.cycles);
  CHECK(one.hops == all.hops);
  CHECK(one.delivered == all.delivered);
  CHECK(one.expected == all.expected);
  CHECK(one.max_queue == all.max_queue);
  CHECK(one.max_waiting == all.max_waiting);
  CHECK(one.levels == all.levels);
}

std::set<std::string_view> kinds(const Verdict& verdict) {
  std::set<std::string_view> found;
  for (const Violation& violation : verdict.violations) found.insert(name(violation.kind));
  return found;
}

// Writes packets in sequence, with `pause` cycles between them.
class Writer {
 public:
  explicit Writer(Timing timing, Cycle pause = 0) : timing_(timing), pause_(pause) {}

  void send(unsigned dimension, const std::vector<RelativeMessage>& messages) {
    program_.packets.push_back({clock_, dimension, messages});
    clock_ += timing_.startup + static_cast<Cycle>(messages.size()) * timing_.per_message + pause_;
  }
  [[nodiscard]] RelativeProgram program() const { return program_; }

 private:
  Timing timing_;
  Cycle pause_, clock_ = 1;
  RelativeProgram program_;
};

// Returns a program for an alltoall. The messages for a destination travel together: one packet for
// each hop of their path.
RelativeProgram alltoall_program(const StarGraph& star, std::uint32_t each, Timing timing,
                                 Cycle pause = 0) {
  Writer writer(timing, pause);
  for (NodeId p = 1; p < star.nodes(); ++p) {
    NodeId source = 0;  // the messages' origin as seen from their current node
    for (NodeId at = 0; at != p;) {
      const unsigned d = star.dimension(star.route(at, p));
      std::vector<RelativeMessage> packet;
      for (std::uint32_t m = 0; m < each; ++m) {
        packet.push_back({.source = source, .destination = p, .index = m});
      }
      writer.send(d, packet);
      source = star.times(star.neighbour(0, d), source);
      at = star.neighbour(at, d);
    }
  }
  return writer.program();
}

// Returns a program for an allgather on S_3 (the star graph of 3 symbols). The program moves each
// message along dimensions 2, 3, 2, 3 and 2, a path through all nodes.
RelativeProgram allgather_program(const StarGraph& star, std::uint32_t each, Timing timing,
                                  Cycle pause = 0) {
  Writer writer(timing, pause);
  NodeId source = 0;
  for (unsigned step = 0; step < 5; ++step) {
    const unsigned d = 2 + step % 2;
    std::vector<RelativeMessage> packet;
    for (std::uint32_t m = 0; m < each; ++m) packet.push_back({.source = source, .index = m});
    writer.send(d, packet);
    source = star.times(star.neighbour(0, d), source);
  }
  return writer.program();
}

RelativeProgram program_of(const StarGraph& star, CollectiveKind kind, std::uint32_t each,
                           Timing timing) {
  return kind == alltoall ? alltoall_program(star, each, timing)
                          : allgather_program(star, each, timing);
}

// Applies a random change to a packet, within the valid ranges.
void change(const StarGraph& star, std::mt19937& random, RelativeProgram& program) {
  const auto below = [&](std::size_t end) { return static_cast<std::uint32_t>(random() % end); };
  RelativePacket& packet = program.packets[below(program.packets.size())];
  RelativeMessage& message = packet.messages[below(packet.messages.size())];
  switch (below(8)) {
    case 0:
      packet.start += below(3);
      break;
    case 1:
      packet.start -= std::min(packet.start - 1, below(3));
      break;
    case 2:
      packet.dimension = 2 + below(star.symbols() - 1);
      break;
    case 3:
      message.source = below(star.nodes());
      break;
    case 4:
      if (message.destination != kNone) message.destination = below(star.nodes());
      break;
    case 5:
      message.index = 1 - message.index;
      break;
    case 6:
      packet.messages.push_back(message);
      break;
    default:
      std::swap(packet.messages.front(), packet.messages.back());
  }
  std::ranges::stable_sort(program.packets, {}, &RelativePacket::start);
}

using Spoil = std::function<void(RelativeProgram&)>;

// Corrupts the program of a collective on S_3 by `spoil`; judge_program() and judge() must both
// report the violation `expected`.
void check_spoilt(CollectiveKind kind, Timing timing, ViolationKind expected, const Spoil& spoil) {
  CAPTURE(name(kind), timing.startup, timing.per_message, name(expected));
  const StarGraph star(3);
  const Collective collective(kind, 6, 0, 2);
  RelativeProgram program = program_of(star, kind, 2, timing);
  spoil(program);
  const auto [one, all] = verdicts(star, collective, kSingle, timing, program);
  CHECK(count(one, expected) > 0);
  CHECK(count(all, expected) > 0);
  // If a message is sent before it arrives, judge() does not move the message, but judge_program()
  // may, so judge() may find further violations.
  CHECK(std::ranges::includes(kinds(all), kinds(one)));
}

void check_spoilt(ViolationKind expected, const Spoil& spoil) {
  for (const Timing timing : kTimings) {
    for (const CollectiveKind kind : {alltoall, allgather}) {
      check_spoilt(kind, timing, expected, spoil);
    }
  }
}

}  // namespace

TEST_CASE("one node stands for all nodes that run one program") {
  for (const unsigned symbols : {3U, 4U}) {
    const StarGraph star(symbols);
    for (const Timing timing : kTimings) {
      for (const std::uint32_t each : {1U, 3U}) {
        for (const Cycle pause : {0U, 1U, 9U}) {
          CAPTURE(symbols, timing.startup, timing.per_message, each, pause);
          const RelativeProgram program = alltoall_program(star, each, timing, pause);
          for (const Ports ports : {kSingle, kMulti}) {
            const auto [one, all] =
                verdicts(star, Collective(alltoall, star.nodes(), 0, each), ports, timing, program);
            REQUIRE(all.violation_count == 0);
            CHECK(one.violation_count == 0);
            check_figures(one, all);
          }
        }
      }
    }
  }
}

TEST_CASE("one node stands for all that send everybody their messages") {
  const StarGraph star(3);
  for (const Timing timing : kTimings) {
    for (const std::uint32_t each : {1U, 3U}) {
      for (const Cycle pause : {0U, 1U, 9U}) {
        CAPTURE(timing.startup, timing.per_message, each, pause);
        const auto [one, all] = verdicts(star, Collective(allgather, 6, 0, each), kSingle, timing,
                                         allgather_program(star, each, timing, pause));
        REQUIRE(all.violation_count == 0);
        CHECK(one.violation_count == 0);
        check_figures(one, all);
      }
    }
  }
}

TEST_CASE("packets along all dimensions at once are judged alike") {
  const StarGraph star(4);
  const Collective everybody(allgather, 24, 0, 1);
  RelativeProgram flood;
  for (unsigned d = 2; d <= 4; ++d) flood.packets.push_back({1, d, {{}}});
  for (const Timing timing : kTimings) {
    const auto [one, all] = verdicts(star, everybody, kMulti, timing, flood);
    CHECK(one.cycles == timing.startup + timing.per_message);
    CHECK(one.delivered == 24 * 3);
    check_figures(one, all);
    CHECK(kinds(one) == kinds(all));
    CHECK(one.violation_count == 24 * 20);  // the other nodes' messages are lost
    CHECK(one.violation_count == all.violation_count);
    CHECK(kinds(verdicts(star, everybody, kSingle, timing, flood).one).contains("port-used-twice"));
  }
}

TEST_CASE("messages that come back to their own node are delivered twice") {
  const StarGraph star(3);
  const Collective collective(allgather, 6, 0, 1);
  RelativeProgram program = allgather_program(star, 1, {});
  // One step more closes the ring.
  program.packets.push_back(
      {6,
       3,
       {{.source = star.times(star.neighbour(0, 2), program.packets.back().messages[0].source)}}});
  const auto [one, all] = verdicts(star, collective, kSingle, {}, program);
  CHECK(kinds(all) == std::set<std::string_view>{"delivered-twice"});
  CHECK(kinds(one) == kinds(all));
  check_figures(one, all);
}

TEST_CASE("after random changes both judges object or neither does") {
  const StarGraph star(3);
  std::mt19937 random(1);
  std::size_t fine = 0, spoilt = 0;
  for (unsigned i = 0; i < 3000; ++i) {
    const Timing timing = kTimings[i % std::size(kTimings)];
    const CollectiveKind kind = i % 2 == 0 ? alltoall : allgather;
    const Ports ports = i % 3 == 0 ? kSingle : kMulti;
    RelativeProgram program = program_of(star, kind, 2, timing);
    for (unsigned k = 0; k <= i % 3; ++k) change(star, random, program);
    CAPTURE(i, name(kind), ports.name(), timing.startup, timing.per_message);
    const auto [one, all] = verdicts(star, Collective(kind, 6, 0, 2), ports, timing, program);
    REQUIRE((one.violation_count == 0) == (all.violation_count == 0));
    if (one.violation_count == 0) check_figures(one, all);
    ++(one.violation_count == 0 ? fine : spoilt);
  }
  CHECK(fine > 300);
  CHECK(spoilt > 300);
}

TEST_CASE("without start-up a message goes on while the rest of its packet still comes") {
  const StarGraph star(3);
  const Collective collective(allgather, 6, 0, 2);
  const NodeId neighbour = star.neighbour(0, 2);
  const RelativeProgram program{
      {{1, 2, {{}, {.index = 1}}},
       {2, 3, {{.source = neighbour}, {.source = neighbour, .index = 1}}}}};
  const auto [one, all] = verdicts(star, collective, kMulti, {}, program);
  CHECK(kinds(all) == std::set<std::string_view>{"message-lost"});
  CHECK(kinds(one) == kinds(all));
  CHECK(one.delivered == all.delivered);
}

TEST_CASE("a packet that starts a cycle earlier overlaps and sends what is not there") {
  for (const std::size_t which : {1U, 3U}) {
    const Spoil earlier = [=](RelativeProgram& p) { p.packets[which].start -= 1; };
    check_spoilt(port_used_twice, earlier);
  }
  for (const Timing timing : kTimings) {
    check_spoilt(allgather, timing, sent_before_arrival,
                 [](RelativeProgram& p) { p.packets[2].start = p.packets[1].start; });
  }
}

TEST_CASE("a message that is left out is lost") {
  check_spoilt(message_lost, [](RelativeProgram& p) { p.packets.back().messages.pop_back(); });
  check_spoilt(message_lost, [](RelativeProgram& p) { p.packets.pop_back(); });
}

TEST_CASE("a message that is left out on its way is not there to be sent on") {
  check_spoilt(allgather, {}, sent_before_arrival,
               [](RelativeProgram& p) { p.packets[1].messages.pop_back(); });
  check_spoilt(alltoall, {}, sent_before_arrival, [](RelativeProgram& p) {
    for (RelativePacket& packet : p.packets) {  // the first packet that forwards
      if (packet.messages.front().source != 0) return packet.messages.front().source = 0, void();
    }
  });
}

TEST_CASE("a message of everybody that is sent again is received twice") {
  for (const Timing timing : kTimings) {
    check_spoilt(allgather, timing, delivered_twice, [](RelativeProgram& p) {
      RelativePacket again = p.packets.front();
      again.start = 1000;
      p.packets.push_back(again);
    });
  }
}

TEST_CASE("a message with one destination that is sent again is not there") {
  for (const Timing timing : kTimings) {
    check_spoilt(alltoall, timing, sent_before_arrival, [](RelativeProgram& p) {
      RelativePacket again = p.packets.front();
      again.start = 1000;
      p.packets.push_back(again);
    });
  }
}

TEST_CASE("a packet along another dimension does not bring its messages home") {
  check_spoilt(message_lost, [](RelativeProgram& p) {
    p.packets.back().dimension = 5 - p.packets.back().dimension;
  });
}

TEST_CASE("a message for its own node is unwanted") {
  for (const Timing timing : kTimings) {
    check_spoilt(alltoall, timing, unwanted_message, [](RelativeProgram& p) {
      p.packets.back().messages.push_back({.destination = 0});
    });
  }
}

TEST_CASE("packets that overlap on a link are seen with one port and with all") {
  for (const Timing timing : kTimings) {
    const StarGraph star(3);
    const Collective collective(allgather, 6, 0, 2);
    RelativeProgram program = allgather_program(star, 2, timing);
    program.packets[1].start =
        program.packets[0].start + 2 * timing.per_message + timing.startup - 1;
    program.packets[1].dimension = program.packets[0].dimension;
    for (const Ports ports : {kSingle, kMulti}) {
      CAPTURE(timing.startup, timing.per_message, ports.name());
      const auto [one, all] = verdicts(star, collective, ports, timing, program);
      CHECK(count(one, link_over_capacity) > 0);
      CHECK(count(all, link_over_capacity) > 0);
      CHECK(count(one, port_used_twice) == (ports.single() ? 1 : 0));
    }
  }
}

TEST_CASE("numbers that no message has are unwanted and do not hurt") {
  const StarGraph star(3);
  const std::vector<RelativeMessage> wrong{
      {.source = 6, .destination = 1}, {.destination = 6},
      {.destination = 1, .index = 1},  {.source = kNone - 1, .destination = 2},
      {.destination = kNone},          {.destination = kNone - 1}};
  for (const RelativeMessage& message : wrong) {
    CAPTURE(message.source, message.destination, message.index);
    const Verdict verdict = judge_program(star, Collective(alltoall, 6, 0, 1), kSingle, {},
                                          {{{.start = 1, .dimension = 2, .messages = {message}}}});
    CHECK(count(verdict, unwanted_message) == 1);
    CHECK(verdict.delivered == 0);
  }
  for (const RelativeMessage& message :
       {RelativeMessage{.source = 6}, RelativeMessage{.destination = 1},
        RelativeMessage{.index = 1}}) {
    const Verdict verdict = judge_program(star, Collective(allgather, 6, 0, 1), kSingle, {},
                                          {{{.start = 1, .dimension = 2, .messages = {message}}}});
    CHECK(count(verdict, unwanted_message) == 1);
  }
}

TEST_CASE("dimensions that a node does not have are unwanted") {
  const StarGraph star(3);
  for (const unsigned dimension : {0U, 1U, 4U, 1000U}) {
    const Verdict verdict =
        judge_program(star, Collective(allgather, 6, 0, 1), kSingle, {},
                      {{{.start = 1, .dimension = dimension, .messages = {{}}}}});
    CHECK(count(verdict, unwanted_message) == 1);
    CHECK(verdict.hops == 0);
  }
}

TEST_CASE("an empty program loses every message") {
  for (const CollectiveKind kind : {alltoall, allgather}) {
    const StarGraph star(4);
    const auto [one, all] = verdicts(star, Collective(kind, 24, 0, 2), kSingle, {}, {});
    CHECK(one.violation_count == 24 * 23 * 2);
    CHECK(one.violation_count == all.violation_count);
    check_figures(one, all);
  }
}
