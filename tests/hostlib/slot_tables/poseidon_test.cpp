// SPDX-License-Identifier: Apache-2.0
// Poseidon's XML: channels are flows, and time slots with a route are words.
#include <catch2/catch.hpp>
#include <sstream>

#include "romcast/core/error.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/judge/period_judge.hpp"
#include "romcast/networks/networks.hpp"
#include "romcast/slot_tables/slot_tables.hpp"

using namespace romcast;

namespace {

// Three columns, two rows.
const auto kPoseidonTiles = networks::family("mesh", {{"dims", "2x3"}, {"tiles", "on"}});

Collective channels(const std::string& text) {
  std::istringstream in(text);
  return read_poseidon_flows(in, "c.xml", *kPoseidonTiles);
}
ScheduleFile slots(const std::string& text) {
  std::istringstream in(text);
  return read_poseidon(in, "s.xml", kPoseidonTiles);
}

}  // namespace

TEST_CASE("a channel is a flow of bandwidth times phits words") {
  const Collective c = channels(
      "<?xmlversion=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<communication type=\"custom\" phits=\"3\">\n"
      "  <channel from=\"(0,0)\" to=\"(2,1)\" bandwidth=\"10\"/>\n"
      "  <channel from=\"(1,0)\" to=\"(0,0)\" bandwidth=\"2\" phits=\"4\"/>\n"
      "</communication>\n");
  REQUIRE(c.flows().size() == 2);
  CHECK(c.flows()[0] == Flow{"c0", 0, {5}, 30, 0});
  CHECK(c.flows()[1] == Flow{"c1", 1, {0}, 8, 0});
}

TEST_CASE("a communication that is not custom goes from all to all") {
  const Collective c = channels("<communication type=\"all2all\"/>");
  CHECK(c.flows().size() == 30);
  CHECK(c.expected_deliveries() == 30);
}

TEST_CASE("wrong channels are refused with their line") {
  CHECK_THROWS_WITH(channels("<channels>\n<channel from=\"(0,0)\" to=\"(3,0)\"/>\n</channels>"),
                    "c.xml:2: to '(3,0)'; tiles are (0,0) .. (2,1)");
  CHECK_THROWS_WITH(channels("<channels>\n<channel from=\"(0,0)\" to=\"(0,0)\"/>\n</channels>"),
                    "c.xml:2: the channel ends where it begins");
  CHECK_THROWS_WITH(
      channels("<channels>\n<channel from=\"(0,0)\" to=\"(1,0)\" bandwidth=\"0\"/>\n</channels>"),
      "c.xml:2: bandwidth '0'; give a number from 1 to 1000000");
  CHECK_THROWS_WITH(channels("<channels/>"), "c.xml:1: no channel; give one at least");
  CHECK_THROWS_WITH(channels("<a/>"), "c.xml:1: no element communication; is it Poseidon's?");
}

TEST_CASE("too many words of channels are refused with their line") {
  // 65536 * 65536 is 0 in 32 bits.
  const std::string many = "bandwidth=\"65536\" phits=\"65536\"";
  CHECK_THROWS_WITH(channels("<communication type=\"all2all\" " + many + "/>"),
                    "c.xml:1: bandwidth 65536 times 65536 phits; a flow has at most 1000000 words");
  CHECK_THROWS_WITH(
      channels("<channels>\n<channel from=\"(0,0)\" to=\"(1,0)\" " + many + "/>\n</channels>"),
      "c.xml:2: bandwidth 65536 times 65536 phits; a flow has at most 1000000 words");
  CHECK_THROWS_WITH(channels("\n<communication type=\"all2all\" bandwidth=\"1000000\"/>"),
                    "c.xml:2: more than 10000000 words of all channels");
}

TEST_CASE("a slot after the end of the schedule is refused") {
  const auto table = [](const std::string& slot) {
    return slots("<schedule length=\"3\">\n<tile id=\"(0,0)\">\n<timeslot value=\"" + slot +
                 "\"><na tx=\"(1,1)\" route=\"ES\"/></timeslot></tile></schedule>");
  };
  CHECK(table("2").hops.size() == 4);
  CHECK_THROWS_WITH(table("3"), "s.xml:3: slot 3; a schedule of length 3 has slots 0 to 2");
}

TEST_CASE("a time slot with a route is a word") {
  const ScheduleFile file = slots(
      "<schedule length=\"4\" width=\"3\" height=\"2\">\n"
      "<tile id=\"(0,0)\"><timeslot value=\"0\"><na rx=\"(0,0)\" tx=\"(2,1)\" route=\"EES\" "
      "chan-id=\"0\"/></timeslot>\n"
      "<timeslot value=\"2\"><na tx=\"(2,1)\" route=\"SEEL\" chan-id=\"0\"/></timeslot></tile>\n"
      "<tile id=\"(2,1)\"><timeslot value=\"1\"><na tx=\"(1,1)\" route=\"W\" "
      "chan-id=\"1\"/></timeslot></tile>\n</schedule>");
  const ScheduleHeader& header = file.header;
  REQUIRE(header.period);
  CHECK(header.period->cycles == 4);
  REQUIRE(header.collective->flows().size() == 2);
  CHECK(header.collective->flows()[0] == Flow{"c0", 0, {5}, 2, 0});
  CHECK(file.hops.size() == 5 + 5 + 3);
  const OpenSchedule open = stored_schedule(file.hops);
  CHECK(judge(*header.topology, *header.collective, header.ports, open).violation_count == 0);
  CHECK(judge_period(*header.topology, *header.collective, header.ports, open, *header.period)
            .violation_count == 0);
  CHECK_THROWS_WITH(
      slots("<schedule length=\"4\">\n<tile id=\"(0,0)\"><timeslot value=\"0\">\n"
            "<na tx=\"(2,1)\" route=\"EE\" chan-id=\"0\"/></timeslot></tile></schedule>"),
      "s.xml:3: route 'EE' does not lead to tx");
}
