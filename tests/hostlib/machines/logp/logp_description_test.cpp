// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/logp/logp_description.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

namespace romcast {
namespace {

// The number of rows of the ROM in a machine that is built for a list of `rows` rows.
std::uint64_t built_rows(std::size_t rows) {
  auto roms = std::make_shared<LogpRoms>();
  roms->timed = TimedRoms{.lists = {TimedList(rows)}, .list_of = {0, 0}};
  const LogpDescription nodes({.complete = std::make_shared<Complete>(2),
                               .collective = Collective(CollectiveKind::broadcast, 2, 0, 1),
                               .timing = {.latency = 2},
                               .roms = roms});
  const auto parameters = nodes.models().front().parameters;
  const auto found =
      std::ranges::find(parameters, "ROM_DEPTH", &std::pair<std::string, std::uint64_t>::first);
  REQUIRE(found != parameters.end());
  return found->second;
}

TEST_CASE("the longest list of a LogP machine has a ROM that its 16 address bits can count") {
  for (const std::size_t rows : {1U, 16U, 17U, 16384U, 16385U, 32769U, 65535U}) {
    CAPTURE(rows);
    CHECK(built_rows(rows) >= rows);
    CHECK(built_rows(rows) < 1U << 16);
  }
}

}  // namespace
}  // namespace romcast
