// SPDX-License-Identifier: Apache-2.0
// ROMs of fat trees: the expected control words were derived by hand from the comments at the top
// of rtl/fat_tree/fat_tree_switch_*.v.
#include "romcast/machines/tree/tree_rom.hpp"

#include <catch2/catch.hpp>

#include "hostlib/test_hops.hpp"
#include "romcast/core/error.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

const FatTree kTwoLeaves(2, 1, "constant");   // p0 p1 under s1.0
const FatTree kFourLeaves(2, 2, "constant");  // s1.0 s1.1 under s2.0
const FatTree kWideRoot(2, 2, "1,2");

TreeRoms compile(const FatTree& tree, QueueKind queues, std::initializer_list<const char*> lines) {
  return compile_tree_roms(tree, queues, stored_schedule(hops(tree, lines)));
}

std::vector<ControlRun> runs(const RomImage& image) {
  std::vector<ControlRun> result;
  RomReader reader(image);
  while (const auto run = reader.next()) result.push_back(*run);
  return result;
}

std::vector<ControlRun> switch_runs(const FatTree& tree, const TreeRoms& roms, const char* name) {
  const NodeId node = tree.find_node(name);
  return runs(roms.switch_images.at(roms.image_of_switch.at(node - tree.processors())));
}

std::vector<ControlRun> processor_runs(const TreeRoms& roms, NodeId p) {
  return runs(roms.processor_images.at(roms.image_of_processor.at(p)));
}

using Runs = std::vector<ControlRun>;

}  // namespace

TEST_CASE("control words are as wide as the Verilog's") {
  // Single-port switch with k children: (k+1)^2 bits of masks, and the bits `up` and `down`.
  // Credit switch (per_input): source port and destination port, k+1 bits each.
  CHECK(control_bits(kTwoLeaves, 1, QueueKind::up_down) == 9 + 2);
  CHECK(control_bits(FatTree(4, 2, "constant"), 2, QueueKind::up_down) == 25 + 2);
  CHECK(control_bits(FatTree(4, 2, "constant"), 1, QueueKind::per_input) == 2 * 5);
  // Multi-port switch with k children: a mask of k+1 bits per incoming link, and $clog2(c + 1) bits
  // for each branch of c links.
  CHECK(control_bits(kTwoLeaves, 1, QueueKind::per_output) == 3 * 3 + 2 + 1);
  CHECK(control_bits(kWideRoot, 1, QueueKind::per_output) == 4 * 3 + 2 * 1 + 2);
  CHECK(control_bits(kWideRoot, 2, QueueKind::per_output) == 6 * 3 + 2 * 2 + 2);
  // k = 3, capacities 1, 3, 9, level 2: 3*3 + 9 links; three branches of 3 links and one of 9.
  CHECK(control_bits(FatTree(3, 3, "exponential"), 2, QueueKind::per_output) == 18 * 4 + 3 * 2 + 4);
}

TEST_CASE("single-port: a broadcast over one switch is an arrival for the other child and a send") {
  const TreeRoms roms = compile(kTwoLeaves, QueueKind::up_down, {"1 p0 s1.0 0", "2 s1.0 p1 0"});
  // Port 0's mask is bits 0..2: child 1 is bit 1. `down` is the top bit, 10.
  CHECK(switch_runs(kTwoLeaves, roms, "s1.0") == Runs{{{1U << 1}, 1}, {{1U << 10}, 1}});
  CHECK(processor_runs(roms, 0) == Runs{{{1}, 1}});  // slot 0, send
  CHECK(processor_runs(roms, 1).empty());
  CHECK(roms.slots == std::vector<std::vector<MessageId>>{{0}, {}});
}

TEST_CASE("single-port: a multicast goes up first and then to the other child") {
  const TreeRoms roms = compile(kFourLeaves, QueueKind::up_down,
                                {"1 p0 s1.0 0", "2 s1.0 s2.0 0", "3 s1.0 p1 0", "3 s2.0 s1.1 0",
                                 "4 s1.1 p2 0", "5 s1.1 p3 0"});
  // The arrival from child 0 is for child 1 (bit 1) and the parent (bit 2); then come the sends,
  // `up` (bit 9) and `down` (bit 10).
  CHECK(switch_runs(kFourLeaves, roms, "s1.0") ==
        Runs{{{1U << 1 | 1U << 2}, 1}, {{1U << 9}, 1}, {{1U << 10}, 1}});
  CHECK(switch_runs(kFourLeaves, roms, "s2.0") == Runs{{{0}, 1}, {{1U << 1}, 1}, {{1U << 10}, 1}});
  // The parent is port 2, whose mask is bits 6..8. The copies for both children take one slot.
  CHECK(switch_runs(kFourLeaves, roms, "s1.1") ==
        Runs{{{0}, 2}, {{1U << 6 | 1U << 7}, 1}, {{1U << 10}, 2}});
}

TEST_CASE("multi-port: masks per incoming link, then sends per branch") {
  // Gather to p3: messages 0 and 1 cross the two links to the root in cycle 2, and the two links
  // from the root in cycle 3.
  const TreeRoms roms =
      compile(kWideRoot, QueueKind::per_output,
              {"1 p0 s1.0 0", "1 p1 s1.0 1", "1 p2 s1.1 2", "2 s1.0 s2.0 0 0", "2 s1.0 s2.0 1 1",
               "2 s1.1 p3 2", "3 s2.0 s1.1 0 0", "3 s2.0 s1.1 1 1", "4 s1.1 p3 0", "5 s1.1 p3 1"});
  // A control word of level 1 has masks of 3 bits for the links from child 0, child 1 and the
  // parent (two links), then the numbers of sends: to child 0 in bit 12, to child 1 in bit 13, to
  // the parent in bits 14 and 15.
  CHECK(switch_runs(kWideRoot, roms, "s1.0") == Runs{{{1U << 2 | 1U << 5}, 1}, {{2U << 14}, 1}});
  CHECK(switch_runs(kWideRoot, roms, "s1.1") ==
        Runs{{{1U << 1}, 1}, {{1U << 13}, 1}, {{1U << 7 | 1U << 10}, 1}, {{1U << 13}, 2}});
  // The root has 6 links: 18 bits of masks, then 2 bits for each branch.
  CHECK(switch_runs(kWideRoot, roms, "s2.0") ==
        Runs{{{0}, 1}, {{1U << 1 | 1U << 4}, 1}, {{2U << 20}, 1}});
}

TEST_CASE("credit switch: source port and destination port, nothing for arrivals") {
  const TreeRoms roms = compile(kTwoLeaves, QueueKind::per_input,
                                {"1 p0 s1.0 1", "1 p1 s1.0 2", "2 s1.0 p1 1", "3 s1.0 p0 2"});
  // Source in bits 0..2, destination in bits 3..5.
  CHECK(switch_runs(kTwoLeaves, roms, "s1.0") ==
        Runs{{{0}, 1}, {{1U << 0 | 1U << 4}, 1}, {{1U << 1 | 1U << 3}, 1}});
}

TEST_CASE("an arrival that is never sent on enters no queue") {
  const TreeRoms roms =
      compile(kTwoLeaves, QueueKind::per_output, {"1 p0 s1.0 0", "1 p1 s1.0 1", "2 s1.0 p1 0"});
  CHECK(switch_runs(kTwoLeaves, roms, "s1.0") == Runs{{{1U << 1}, 1}, {{1U << 10}, 1}});
}

TEST_CASE("a message that comes twice is sent on as often, each time from its latest arrival") {
  const TreeRoms roms = compile(kTwoLeaves, QueueKind::per_output,
                                {"1 p0 s1.0 0", "2 s1.0 p1 0", "3 p0 s1.0 0", "4 s1.0 p0 0"});
  CHECK(switch_runs(kTwoLeaves, roms, "s1.0") ==
        Runs{{{1U << 1}, 1}, {{1U << 10}, 1}, {{1U << 0}, 1}, {{1U << 9}, 1}});
  CHECK(processor_runs(roms, 0) == Runs{{{1}, 1}, {{0}, 1}, {{1}, 1}});  // one slot, sent twice
}

TEST_CASE("a processor's word is its slot and `send`, and slots are numbered by first use") {
  const TreeRoms roms = compile(kTwoLeaves, QueueKind::per_output,
                                {"2 p0 s1.0 7", "3 p0 s1.0 5", "5 p0 s1.0 7", "6 p0 s1.0 6"});
  CHECK(roms.slots[0] == std::vector<MessageId>{7, 5, 6});
  CHECK(processor_runs(roms, 0) == Runs{{{0}, 1},
                                        {{0 << 1 | 1}, 1},
                                        {{1 << 1 | 1}, 1},
                                        {{0}, 1},
                                        {{0 << 1 | 1}, 1},
                                        {{2 << 1 | 1}, 1}});
  CHECK(control_bits(roms.processor_images[roms.image_of_processor[0]]) == 1 + 2);
}

TEST_CASE("nodes with equal programs share an image") {
  const TreeRoms roms = compile(kFourLeaves, QueueKind::per_output,
                                {"1 p0 s1.0 0", "1 p2 s1.1 2", "2 s1.0 p1 0", "2 s1.1 p3 2"});
  CHECK(roms.switch_images.size() == 2);  // one for s1.0 and s1.1, one for the idle root
  CHECK(roms.image_of_switch == std::vector<std::uint32_t>{0, 0, 1});
  // One image for senders and one for receivers: the messages' numbers are in `slots`, in no image.
  CHECK(roms.processor_images.size() == 2);
  CHECK(roms.image_of_processor == std::vector<std::uint32_t>{0, 1, 0, 1});
  CHECK(roms.slots[2] == std::vector<MessageId>{2});
}

TEST_CASE("idle switches of different widths have images of their own") {
  CHECK(compile(kWideRoot, QueueKind::per_output, {}).switch_images.size() == 2);
  CHECK(compile(kWideRoot, QueueKind::up_down, {}).switch_images.size() == 1);
}

TEST_CASE("the size of a set of images is counted in words and bits") {
  const TreeRoms roms = compile(kTwoLeaves, QueueKind::up_down, {"1 p0 s1.0 0", "2 s1.0 p1 0"});
  const RomSize switches = size_of(roms.switch_images), processors = size_of(roms.processor_images);
  CHECK(switches.images == 1);
  CHECK(switches.words_max == 3);
  CHECK(switches.word_bits == 11 + 18);
  CHECK(switches.bits_total == 3 * 29);
  CHECK(processors.images == 2);
  CHECK(processors.words_max == 2);
  CHECK(processors.bits_total == (2 + 1) * 19);
  CHECK(size_of({}).bits_total == 0);
}

TEST_CASE("a schedule in which a message overtakes another one is refused") {
  const auto overtaking = {"1 p0 s1.0 0", "2 p1 s1.0 1", "3 s1.0 s2.0 1", "4 s1.0 s2.0 0"};
  CHECK_THROWS_AS(compile(kFourLeaves, QueueKind::per_output, overtaking), InputError);
  CHECK_THROWS_AS(compile(kFourLeaves, QueueKind::up_down, overtaking), InputError);
  // With a queue per input the two messages are in different queues, so each may leave first.
  CHECK_NOTHROW(compile(kFourLeaves, QueueKind::per_input, overtaking));
  const auto same_port = {"1 p0 s1.0 0", "2 p0 s1.0 1", "3 s1.0 s2.0 1", "4 s1.0 s2.0 0"};
  CHECK_THROWS_AS(compile(kFourLeaves, QueueKind::per_input, same_port), InputError);
}

TEST_CASE("messages for different branches may overtake each other if each has a queue") {
  const auto lines = {"1 p0 s1.0 0", "2 p0 s1.0 1", "3 s1.0 p1 1", "4 s1.0 s2.0 0"};
  CHECK_NOTHROW(compile(kFourLeaves, QueueKind::per_output, lines));
  CHECK_NOTHROW(compile(kFourLeaves, QueueKind::up_down, lines));
  CHECK_THROWS_AS(compile(kFourLeaves, QueueKind::per_input, lines), InputError);
}

TEST_CASE("arrivals of one cycle queue by branch, children first, whatever the order of the hops") {
  CHECK_NOTHROW(compile(kFourLeaves, QueueKind::per_output,
                        {"1 p1 s1.0 1", "1 p0 s1.0 0", "2 s1.0 s2.0 0", "3 s1.0 s2.0 1"}));
  CHECK_THROWS_AS(compile(kFourLeaves, QueueKind::per_output,
                          {"1 p1 s1.0 1", "1 p0 s1.0 0", "2 s1.0 s2.0 1", "3 s1.0 s2.0 0"}),
                  InputError);
}

TEST_CASE("sends of one cycle leave the queue by link, whatever the order of the hops") {
  CHECK_NOTHROW(compile(kWideRoot, QueueKind::per_output,
                        {"1 p0 s1.0 0", "1 p1 s1.0 1", "2 s1.0 s2.0 1 1", "2 s1.0 s2.0 0 0"}));
  CHECK_THROWS_AS(compile(kWideRoot, QueueKind::per_output,
                          {"1 p0 s1.0 0", "1 p1 s1.0 1", "2 s1.0 s2.0 0 1", "2 s1.0 s2.0 1 0"}),
                  InputError);
}

TEST_CASE("a single-port switch serves the children of a message in ascending order only") {
  CHECK_NOTHROW(
      compile(kFourLeaves, QueueKind::up_down,
              {"1 p2 s1.1 0", "2 s1.1 s2.0 0", "3 s2.0 s1.0 0", "4 s1.0 p0 0", "5 s1.0 p1 0"}));
  CHECK_THROWS_AS(
      compile(kFourLeaves, QueueKind::up_down,
              {"1 p2 s1.1 0", "2 s1.1 s2.0 0", "3 s2.0 s1.0 0", "4 s1.0 p1 0", "5 s1.0 p0 0"}),
      InputError);
}

TEST_CASE("a single-port switch sends a message up before it sends it down") {
  CHECK_NOTHROW(
      compile(kFourLeaves, QueueKind::up_down, {"1 p0 s1.0 0", "2 s1.0 s2.0 0", "3 s1.0 p1 0"}));
  CHECK_THROWS_AS(
      compile(kFourLeaves, QueueKind::up_down, {"1 p0 s1.0 0", "2 s1.0 p1 0", "3 s1.0 s2.0 0"}),
      InputError);
}

TEST_CASE("a single-port switch sends nothing back to its parent, but to any child") {
  CHECK_NOTHROW(compile(kFourLeaves, QueueKind::up_down,
                        {"1 p0 s1.0 0", "2 s1.0 s2.0 0", "3 s2.0 s1.0 0", "4 s1.0 p1 0"}));
  CHECK_THROWS_AS(compile(kFourLeaves, QueueKind::up_down,
                          {"1 p0 s1.0 0", "2 s1.0 s2.0 0", "3 s2.0 s1.1 0", "4 s1.1 s2.0 0"}),
                  InputError);
}

TEST_CASE("a switch sends a copy of a message to each port once") {
  for (const QueueKind queues : {QueueKind::per_output, QueueKind::up_down}) {
    const std::initializer_list<const char*> once{"1 p0 s1.0 0", "2 s1.0 s2.0 0", "3 s2.0 s1.1 0"};
    CHECK_NOTHROW(
        compile_tree_roms(kFourLeaves, queues, stored_schedule(hops(kFourLeaves, once)), true));
    const std::initializer_list<const char*> twice{"1 p0 s1.0 0", "2 s1.0 s2.0 0", "3 s2.0 s1.1 0",
                                                   "5 s2.0 s1.1 0"};
    CHECK_THROWS_AS(
        compile_tree_roms(kFourLeaves, queues, stored_schedule(hops(kFourLeaves, twice)), true),
        InputError);
  }
}

// Messages 0 and 1 come from p0 in cycles 1 and 2. Each is held until its last copy is sent, the
// statistics count those in the fullest queue.
TEST_CASE("multi-port: statistics miss messages of a branch that wait in different queues") {
  const auto counts = [](std::initializer_list<const char*> lines) {
    return compile(kFourLeaves, QueueKind::per_output, lines).counts_messages;
  };
  // Both enter the queues of s2.0 and p1, and wait together in the queue of p1.
  CHECK(counts({"1 p0 s1.0 0", "2 p0 s1.0 1", "2 s1.0 s2.0 0", "3 s1.0 s2.0 1", "4 s1.0 p1 0",
                "5 s1.0 p1 1"}));
  // After cycle 2 message 0 waits in the queue of p0 only, message 1 in those of s2.0 and p1.
  CHECK_FALSE(counts({"1 p0 s1.0 0", "2 p0 s1.0 1", "2 s1.0 s2.0 0", "2 s1.0 p1 0", "3 s1.0 p0 0",
                      "3 s1.0 s2.0 1", "3 s1.0 p1 1"}));
  CHECK(compile(kFourLeaves, QueueKind::up_down, {"1 p0 s1.0 0", "2 s1.0 p1 0"}).counts_messages);
}

TEST_CASE("multi-port: statistics find messages that leave a cycle after they came, by any queue") {
  CHECK(compile(kFourLeaves, QueueKind::per_output,
                {"1 p0 s1.0 0", "2 p0 s1.0 1", "2 s1.0 s2.0 0", "3 s1.0 p1 1"})
            .counts_messages);
  // Messages 0 and 1 come by different branches.
  CHECK(compile(kFourLeaves, QueueKind::per_output,
                {"1 p0 s1.0 0", "1 p1 s1.0 1", "2 s1.0 s2.0 0", "3 s1.0 s2.0 1"})
            .counts_messages);
}

TEST_CASE("a send before the message has come is refused") {
  CHECK_THROWS_WITH(compile(kTwoLeaves, QueueKind::per_output, {"1 p0 s1.0 0", "1 s1.0 p1 0"}),
                    Catch::Contains("cycle 1: s1.0 sends message 0 before it has it"));
}
