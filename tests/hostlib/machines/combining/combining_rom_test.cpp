// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/combining/combining_rom.hpp"

#include <catch2/catch.hpp>

#include "hostlib/schedule_text.hpp"
#include "hostlib/test_hops.hpp"
#include "romcast/core/error.hpp"
#include "romcast/machines/program.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

const Topology& line() {
  static const auto file = read(
      "romcast-schedule 1\nnetwork mesh dims 4\nports single\ncollective reduce messages 3\n"
      "hops\nend\n");
  return *file.header.topology;
}

ReduceRoms compiled(std::initializer_list<const char*> lines, Ports ports) {
  return compile_reduce_roms(line(), Collective::combined_by_nodes(4, 0, 3), ports,
                             stored_schedule(hops(line(), lines)));
}

// The control words of an engine, cycle by cycle.
std::vector<std::uint32_t> driven(const ReduceRoms& roms, std::size_t engine) {
  std::vector<std::uint32_t> all;
  RomReader reader(roms.images[roms.image_of[engine]]);
  while (const auto run = reader.next()) all.insert(all.end(), run->cycles, run->control[0]);
  return all;
}

}  // namespace

TEST_CASE("a single-port node's ROM names value and port, in the cycles of its sends") {
  const ReduceRoms roms = compiled({"1 p3 p2 0", "3 p3 p2 2", "2 p2 p1 0"}, kSingle);
  CHECK(roms.value_bits == 2);
  CHECK(reduce_control_bits(line(), 1, 2) == 5);
  // Fields, lowest first: value (2 bits), port, start and send (1 bit each). p3 has port 0 only,
  // and p2 sends on port 0.
  CHECK(driven(roms, 3) == std::vector<std::uint32_t>{16, 0, 16 + 2});
  CHECK(driven(roms, 2) == std::vector<std::uint32_t>{0, 16});
  CHECK(driven(roms, 0).empty());
  CHECK(roms.image_of[0] == roms.image_of[1]);
}

TEST_CASE("a multi-port node has a ROM per port") {
  const ReduceRoms roms = compiled({"1 p1 p0 1", "1 p1 p2 0"}, kMulti);
  CHECK(roms.engines == 2);
  CHECK(driven(roms, 1 * 2 + 0) == std::vector<std::uint32_t>{16 + 1});
  CHECK(driven(roms, 1 * 2 + 1) == std::vector<std::uint32_t>{16});
}

TEST_CASE("what no port can send is refused") {
  CHECK_THROWS_AS(compiled({"1 p1 p0 1", "1 p1 p2 0"}, kSingle), InputError);
  CHECK_THROWS_AS(compiled({"1 p1 p0 3"}, kMulti), InputError);
}
