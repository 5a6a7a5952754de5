// SPDX-License-Identifier: Apache-2.0
// Compares the hops of a relative program with hops that are computed node by node from the
// definitions of RelativeMessage and Timing, with the nodes' labels as strings.
#include "romcast/core/relative_program.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "hostlib/star_distances.hpp"
#include "hostlib/test_hops.hpp"
#include "romcast/judge/judge.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

const std::vector<Timing> kTimings{{0, 1}, {0, 3}, {1, 1}, {4, 1}, {5, 2}};

std::vector<Hop> sorted(std::vector<Hop> hops) {
  std::ranges::sort(hops, {}, [](const Hop& h) { return std::tuple(h.cycle, h.link, h.message); });
  return hops;
}

// All hops, sorted. Each call of `next` that returns true must give at least one hop, and only hops
// of a single cycle, which must be later than the cycle of the previous call.
std::vector<Hop> hops_in_order(const OpenSchedule& schedule) {
  std::vector<Hop> all, some;
  const auto pass = schedule();
  Cycle last = 0;
  while (pass->next(some)) {
    REQUIRE_FALSE(some.empty());
    REQUIRE(some.front().cycle > last);
    last = some.front().cycle;
    for (const Hop& hop : some) REQUIRE(hop.cycle == last);
    all.insert(all.end(), some.begin(), some.end());
  }
  CHECK(some.empty());
  return sorted(all);
}

std::string times(const std::string& u, const std::string& q) {
  std::string product;
  for (const char symbol : q) product += u.at(static_cast<std::size_t>(symbol - '1'));
  return product;
}

// The hops of all nodes, sorted. For a message with source s and destination p in a packet, node u
// sends the message that started at u*s and goes to u*s*p.
std::vector<Hop> by_definition(const StarGraph& star, const Collective& collective, Timing timing,
                               const RelativeProgram& program) {
  const StarOracle oracle(star.symbols());
  std::vector<Hop> hops;
  for (const RelativePacket& packet : program.packets) {
    for (const std::string& u : oracle.labels) {
      const auto to = oracle.number.at(StarOracle::crossed(u, packet.dimension));
      const auto from = static_cast<NodeId>(oracle.number.at(u));
      const ChannelId channel = star.find_channel(from, static_cast<NodeId>(to));
      const LinkId link = star.channels()[channel].first_link;
      if (timing.startup > 0) hops.push_back({packet.start, link, kStartup});
      Cycle cycle = packet.start + timing.startup - 1;
      for (const RelativeMessage& m : packet.messages) {
        const std::string source = times(u, oracle.labels[m.source]);
        std::size_t pair = oracle.number.at(source);
        if (m.destination != kNone) {
          const std::string destination = times(source, oracle.labels[m.destination]);
          pair = pair * oracle.labels.size() + oracle.number.at(destination);
        }
        cycle += timing.per_message;
        hops.push_back(
            {cycle, link, static_cast<MessageId>(pair * collective.messages() + m.index)});
      }
    }
  }
  return sorted(hops);
}

void check(unsigned symbols, CollectiveKind kind, std::uint32_t messages,
           const RelativeProgram& program) {
  const auto star = std::make_shared<const StarGraph>(symbols);
  const Collective collective(kind, star->processors(), 0, messages);
  for (const Timing timing : kTimings) {
    CAPTURE(timing.startup, timing.per_message);
    const auto shared = std::make_shared<const RelativeProgram>(program);
    CHECK(hops_in_order(open_program(star, collective, timing, shared)) ==
          by_definition(*star, collective, timing, program));
  }
}

}  // namespace

TEST_CASE("a packet of own messages is sent by every node along one dimension") {
  check(3, CollectiveKind::allgather, 1, {{{.start = 1, .dimension = 2, .messages = {{}}}}});
  check(4, CollectiveKind::allgather, 3,
        {{{.start = 7, .dimension = 4, .messages = {{.index = 2}, {.index = 0}}}}});
}

TEST_CASE("a message of another node is told by the path to where it started") {
  // After the packet of dimension 2 each node u has the message that started at u*g_2, its
  // neighbour in this dimension; g_2 is node 6 of S_4.
  check(4, CollectiveKind::allgather, 2,
        {{{.start = 1, .dimension = 2, .messages = {{.index = 1}}},
          {.start = 20, .dimension = 3, .messages = {{.source = 6, .index = 1}, {.source = 17}}}}});
}

TEST_CASE("a message with one destination is told by its source and the path from there") {
  RelativeProgram program{{{.start = 1, .dimension = 3}, {.start = 500, .dimension = 2}}};
  for (NodeId p = 1; p < 24; ++p) {
    program.packets[0].messages.push_back({.destination = p});
    program.packets[1].messages.push_back({.source = 24 - p, .destination = p, .index = 1});
  }
  check(4, CollectiveKind::alltoall, 2, program);
}

TEST_CASE("packets along different dimensions may overlap and end in any order") {
  RelativeProgram program{{{.start = 3, .dimension = 2},
                           {.start = 3, .dimension = 4, .messages = {{}}},
                           {.start = 4, .dimension = 3, .messages = {{}, {.source = 5}}},
                           {.start = 900, .dimension = 3, .messages = {{.source = 2}}}}};
  for (NodeId s = 0; s < 12; ++s) program.packets[0].messages.push_back({.source = s});
  check(4, CollectiveKind::allgather, 1, program);
}

TEST_CASE("a program on a larger star graph multiplies nodes as they are needed", "[exhaustive]") {
  RelativeProgram program{{{.start = 1, .dimension = 8}}};
  for (const NodeId s : {0U, 40319U, 7U, 0U, 40319U}) {
    program.packets[0].messages.push_back({.source = s});
  }
  const auto star = std::make_shared<const StarGraph>(8);
  const Collective collective(CollectiveKind::allgather, star->processors(), 0, 1);
  const auto shared = std::make_shared<const RelativeProgram>(program);
  CHECK(hops_in_order(open_program(star, collective, {}, shared)) ==
        by_definition(*star, collective, {}, program));
}

TEST_CASE("a part of the nodes has the hops that these send or receive") {
  RelativeProgram program{{{.start = 1, .dimension = 2, .messages = {{}, {.source = 5}}},
                           {.start = 2, .dimension = 4, .messages = {{.source = 17}}},
                           {.start = 90, .dimension = 3}}};
  const auto star = std::make_shared<const StarGraph>(4);
  const Collective collective(CollectiveKind::allgather, star->processors(), 0, 1);
  const auto shared = std::make_shared<const RelativeProgram>(program);
  for (const std::vector<NodeId>& part : {std::vector<NodeId>{0}, {3, 4, 5, 6}, {23, 1, 8}}) {
    std::vector<char> here(star->nodes());
    for (const NodeId node : part) here[node] = 1;
    for (const Timing timing : kTimings) {
      std::vector<Hop> expected = by_definition(*star, collective, timing, program);
      std::erase_if(expected, [&](const Hop& hop) {
        const Channel& channel = star->channel_at(hop.link);
        return here[channel.from] == 0 && here[channel.to] == 0;
      });
      const OpenPart open = open_part_of_program(star, collective, timing, shared);
      CHECK(hops_in_order([&] { return open(here); }) == expected);
    }
  }
}

TEST_CASE("an empty program has no hops") { check(3, CollectiveKind::allgather, 1, {}); }

TEST_CASE("a packet without messages is only a start-up") {
  check(3, CollectiveKind::allgather, 1,
        {{{.start = 2, .dimension = 2},
          {.start = 30, .dimension = 3, .messages = {{}}},
          {.start = 60, .dimension = 2}}});
}

TEST_CASE("a program can be read again and by several readers at once") {
  const auto star = std::make_shared<const StarGraph>(3);
  const Collective collective(CollectiveKind::allgather, 6, 0, 1);
  const auto program = std::make_shared<const RelativeProgram>(
      RelativeProgram{{{.start = 1, .dimension = 2, .messages = {{}, {.source = 3}}}}});
  const OpenSchedule schedule = open_program(star, collective, {2, 2}, program);
  const auto first = schedule();
  std::vector<Hop> hops;
  REQUIRE(first->next(hops));
  const std::vector<Hop> all = hops_in_order(schedule);
  CHECK(all.size() == 6U * 3);
  REQUIRE(first->next(hops));
  CHECK(hops.front().cycle == 4);
}

TEST_CASE("neighbours exchange their messages under every timing as the judge sees it") {
  const auto star = std::make_shared<const StarGraph>(3);
  const Collective collective(CollectiveKind::allgather, 6, 0, 1);
  const auto program = std::make_shared<const RelativeProgram>(
      RelativeProgram{{{.start = 1, .dimension = 2, .messages = {{}}}}});
  for (const Timing timing : kTimings) {
    const Verdict verdict = judge(*star, collective, kSingle,
                                  open_program(star, collective, timing, program), {}, timing);
    CHECK(verdict.delivered == 6);
    CHECK(verdict.cycles == timing.startup + timing.per_message);
    CHECK(verdict.violation_count == count(verdict, ViolationKind::message_lost));
  }
}
