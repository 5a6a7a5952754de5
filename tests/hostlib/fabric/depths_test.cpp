// SPDX-License-Identifier: Apache-2.0
// Depths of a fabric's queues; the expected values follow from the clocks in docs/fabric-rtl.md.
// tests/apps/cli_fabric_run_test.cpp runs queues of such depths, and of one word less.
#include "romcast/fabric/depths.hpp"

#include <catch2/catch.hpp>

using namespace romcast;

namespace {

FabricFlow flow(std::size_t from, std::vector<std::size_t> to, std::size_t back) {
  FabricFlow made{.name = "f", .from = from, .to = std::move(to), .back = back};
  made.ids.resize(made.to.size());
  return made;
}

// Two tiles, joined by one link each way, send each other a word in slot 2 of four.
Fabric pair() {
  Fabric fabric;
  fabric.tiles.resize(2);
  fabric.flows = {flow(0, {1}, 1), flow(1, {0}, 0)};
  fabric.modes = {{.period = 4, .words = {{0, 2, {1}}, {1, 2, {1}}}}};
  return fabric;
}

}  // namespace

TEST_CASE("a queue with credits holds what is under way until its senders have stopped",
          "[fabric]") {
  // The word of slot 2 arrives in slot 3, and credits that leave from slot 3 + 4 on count the word.
  // Credits leave in slots 2, 6, 10, .., so the first credit that counts the word is that of
  // slot 10. With 1 slot of path and 4 more this credit stops injections from slot 15 on, so the
  // words of slots 6, 10 and 14 still arrive.
  const auto depths = fabric_depths(pair(), 0, true);
  for (const FabricDepths& end : depths) {
    CHECK(end.stalls);
    CHECK(end.waiting == 1);
    CHECK(end.rx == 1 + 1 + 3);
    CHECK(end.room == 2);
    CHECK(end.rx_from == 3);
    CHECK(end.tx == 1);
  }
}

TEST_CASE("the slot of the credit decides how many words are under way", "[fabric]") {
  // The reverse flow now has slots 3, 7, 11, ... The credit of slot 7 = 3 + 4 counts the word of
  // slot 2. With 1 slot of path and 4 more this credit stops injections from slot 12 on, so after
  // the word of slot 2 only the words of slots 6 and 10 arrive.
  Fabric fabric = pair();
  fabric.modes[0].words[1].slot = 3;
  CHECK(fabric_depths(fabric, 0, true)[1].rx == 1 + 1 + 2);
}

TEST_CASE("a flow is injected until a credit that counts the first word of a stall works",
          "[fabric]") {
  // The sink stalls from the word on that arrives in slot 3; the slots are those of the two cases
  // above.
  Fabric fabric = pair();
  CHECK(credit_end(fabric.modes[0], fabric, 0, 3) == 10 + 1 + 4);
  fabric.modes[0].words[1].slot = 3;
  CHECK(credit_end(fabric.modes[0], fabric, 0, 3) == 7 + 1 + 4);
}

TEST_CASE("a queue without credits holds the words of a sink that is always ready", "[fabric]") {
  Fabric fabric = pair();
  CHECK(fabric_depths(fabric, 0, false)[1].rx == 1);
  fabric.modes[0].words = {{0, 0, {1}}, {0, 1, {1}}, {1, 2, {1}}};
  CHECK(fabric_depths(fabric, 0, false)[1].rx == 2);
  fabric.modes[0].words = {{0, 0, {1}}, {0, 1, {1}}, {0, 2, {1}}, {1, 2, {1}}};
  CHECK(fabric_depths(fabric, 0, false)[1].rx == 3);
  CHECK_FALSE(fabric_depths(fabric, 0, false)[1].stalls);
}

TEST_CASE("a frame's words in a row wait for their slots", "[fabric]") {
  Fabric fabric = pair();
  // The flow has slots 0 to 2 of 8. Words that enter the queue from slot 3 on wait for slots 8, 9
  // and 10, so three words wait.
  fabric.modes[0] = {.period = 8, .words = {{0, 0, {1}}, {0, 1, {1}}, {0, 2, {1}}, {1, 2, {1}}}};
  const auto depths = fabric_depths(fabric, 0, true);
  CHECK(depths[0].tx == 3);
  CHECK(depths[1].tx == 1);
}

TEST_CASE("credits that carry no words, and tiles without flows, need no depth", "[fabric]") {
  Fabric fabric = pair();
  fabric.flows[1].credit_only = true;
  const auto depths = fabric_depths(fabric, 0, true);
  CHECK(depths[0].rx == 0);
  CHECK(depths[1].tx == 0);
  CHECK(depths[1].rx == 5);
}

TEST_CASE("a flow with several receivers stops for none of them", "[fabric]") {
  Fabric fabric = pair();
  fabric.tiles.resize(3);
  fabric.flows = {flow(0, {1, 2}, kNoTile), flow(1, {0}, kNoTile)};
  fabric.modes[0].words[0].after = {1, 1};
  const auto depths = fabric_depths(fabric, 0, true);
  CHECK_FALSE(depths[1].stalls);
  CHECK(depths[1].rx == 1);
}
