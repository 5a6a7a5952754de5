// SPDX-License-Identifier: Apache-2.0
// Exchanges as text: in schedule files and in separate files.
#include "romcast/core/exchange_lines.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "hostlib/schedule_text.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

const std::string kExchangeHeader =
    "romcast-schedule 1\n"
    "network graph\n"
    "node a\nnode b\nnode 0\nnode s switch\n"
    "edge a s\nedge b s\nedge 0 s\n"
    "ports multi\n"
    "collective exchange\n";

// The exchange with these lines, the first of which is line 12.
Collective exchange_of(const std::string& lines) {
  return *read(kExchangeHeader + lines + "hops\nend\n").header.collective;
}
std::string error(const std::string& lines) {
  return error_of(kExchangeHeader + lines + "hops\nend\n");
}

std::vector<NodeId> group(const Collective& exchange, MessageId message) {
  const auto group = exchange.group(message);
  return {group.begin(), group.end()};
}

}  // namespace

TEST_CASE("an exchange has the messages of its lines, by number") {
  const Collective c = exchange_of("message 1 from b to a\nmessage 0 from a to b,0\n");
  CHECK(c.kind() == CollectiveKind::exchange);
  CHECK(c.message_numbers() == 2);
  CHECK(c.origin(0) == 0);
  CHECK(group(c, 0) == std::vector<NodeId>{1, 2});
  CHECK(c.destination(0) == kNone);
  CHECK(c.origin(1) == 1);
  CHECK(c.destination(1) == 0);
  CHECK(c.expected_deliveries() == 3);
  CHECK(c.wants(0, 2));
  CHECK_FALSE(c.wants(1, 2));
  CHECK(c.multicast());
  CHECK_FALSE(exchange_of("message 0 from a to b\nmessage 1 from a to b\n").multicast());
}

TEST_CASE("nodes go by name, and by number if no node has that name") {
  CHECK(exchange_of("message 0 from a to 0\n").destination(0) == 2);
  CHECK(exchange_of("message 0 from a to 1\n").destination(0) == 1);
}

TEST_CASE("destinations may be told in several lines") {
  const Collective c =
      exchange_of("message 0 from a to b\nmessage 1 from b to 0\nmessage 0 to 0\nmessage 1 to a\n");
  CHECK(group(c, 0) == std::vector<NodeId>{1, 2});
  CHECK(group(c, 1) == std::vector<NodeId>{0, 2});
}

TEST_CASE("what is wrong with an exchange is told with file and line") {
  CHECK(error("message 0 from a to x\n") ==
        "plan.txt:12: no node 'x'; processors are a .. 0, or 0 .. 2");
  CHECK(error("message 0 from a to 3\n") ==
        "plan.txt:12: no node '3'; processors are a .. 0, or 0 .. 2");
  CHECK(error("message 0 from s to a\n") ==
        "plan.txt:12: 's' is a switch; processors are a .. 0, or 0 .. 2");
  CHECK(error("message 0 from a to b,a\n") ==
        "plan.txt:12: message 0 goes from 'a' to itself; a destination is another processor");
  CHECK(error("message 0 from a to b,b\n") ==
        "plan.txt:12: message 0 goes to 'b' twice; name each destination once");
  CHECK(error("message 0 from a to b\nmessage 0 to b\n") ==
        "plan.txt:13: message 0 goes to 'b' twice; name each destination once");
  CHECK(error("message 0 from a to b\nmessage 0 from b to a\n") ==
        "plan.txt:13: a second message 0; more destinations of it are told by message 0 to ...");
  CHECK(error("message 0 from a to b\nmessage 2 from b to a\n") ==
        "plan.txt:14: message 1 is missing; there is a message 2, and numbers have no gaps");
  CHECK_THAT(error(""), Contains("plan.txt:12: an exchange without messages"));
  for (const std::string line :
       {"message", "message 0", "message 0 from a", "message 0 from a to", "message 0 to b",
        "message -1 from a to b", "message 4294967293 from a to b", "message 0 from a to b,",
        "message 0 from a to ,b", "message 0 from a to b c", "message 0 from a to b to 0"}) {
    CAPTURE(line);
    CHECK_THAT(error(line + "\n"), Catch::StartsWith("plan.txt:12: ") && Contains("; "));
  }
}

TEST_CASE("messages belong to an exchange, whose line says nothing else") {
  const std::string other =
      "romcast-schedule 1\nnetwork star symbols 3\nports multi\ncollective broadcast\n";
  CHECK(error_of(other + "message 0 from 0 to 1\nhops\nend\n") ==
        "plan.txt:5: 'message'; messages stand behind 'collective exchange'");
  CHECK(error_of("romcast-schedule 1\nnetwork star symbols 3\nports multi\n"
                 "collective exchange source 0\n") ==
        "plan.txt:4: 'source'; 'collective exchange' stands alone");
}

TEST_CASE("an exchange that is written is read again, also with long lists") {
  std::string text =
      "romcast-schedule 1\nnetwork ring processors 2000\nports multi\ncollective exchange\n";
  Demand all{.origin = 1999};
  all.destinations.resize(1999);
  std::iota(all.destinations.begin(), all.destinations.end(), NodeId{0});
  ScheduleHeader header = read(text + "message 0 from 3 to 4\nhops\n1 p3 p4 0\nend\n").header;
  header.collective = Collective::of_demands(2000, {{3, {4, 7}}, all});
  const Folder folder;
  ScheduleWriter writer(folder.file("x"), header);
  writer.commit();
  const ScheduleFile again = load_schedule(folder.file("x"));
  CHECK(group(*again.header.collective, 0) == std::vector<NodeId>{4, 7});
  CHECK(group(*again.header.collective, 1) == all.destinations);
  CHECK(again.header.collective->origin(1) == 1999);
}

TEST_CASE("a file of messages has the same lines, and its errors the same places") {
  const auto network = read(kExchangeHeader + "message 0 from a to b\nhops\nend\n").header.topology;
  const Folder folder;
  const std::string path = folder.file("demands");
  const auto load = [&](const std::string& text) {
    std::ofstream(path) << text;
    return load_exchange(path, *network);
  };
  CHECK(load("# all to all\nfrom a to b,0\n\nfrom b to a # back\n").message_numbers() == 2);
  CHECK(group(load("from a to b\nto 0\nfrom b to 0\n"), 0) == std::vector<NodeId>{1, 2});
  CHECK_THROWS_WITH(load("from a to b\nfrom b to c\n"),
                    Catch::StartsWith(path + ":2: no node 'c'"));
  CHECK_THROWS_WITH(load("# nothing\n"), Contains("an exchange without messages"));
  CHECK_THROWS_AS(load_exchange(folder.file("none"), *network), InputError);
}

TEST_CASE("own messages of an exchange are counted by their origin") {
  const Collective c = Collective::of_demands(4, {{2, {0}}, {1, {0, 3}}, {2, {3}}});
  CHECK(c.own_messages(2) == 2);
  CHECK(c.own_messages(0) == 0);
  CHECK(c.own(2)[1] == 2);
  CHECK(c.own_place(2) == 1);
  CHECK(c.own_place(1) == 0);
}
