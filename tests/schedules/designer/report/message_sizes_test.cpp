// SPDX-License-Identifier: Apache-2.0
// Sizes and rates as texts, and the fastest network for each size against a comparison of all
// networks at many sizes.
#include "schedules/designer/report/message_sizes.hpp"

#include <catch2/catch.hpp>

#include "romcast/core/error.hpp"

using namespace romcast;
using namespace romcast::designer;

namespace {

Catalog catalog_of(const std::vector<std::pair<unsigned, double>>& networks) {
  Catalog catalog{.processors = 10, .degree = 3, .collectives = {CollectiveKind::allgather}};
  for (const auto& [steps, cycles] : networks) {
    Design one;
    one.figures.push_back({.steps = steps, .cycles = cycles, .frontier = true});
    catalog.designs.push_back(std::move(one));
  }
  return catalog;
}

}  // namespace

TEST_CASE("sizes have units of 1000 or 1024, alone or as a range") {
  CHECK(parse_sizes("bytes", "1KiB..1GiB").least == 1024);
  CHECK(parse_sizes("bytes", "1KiB..1GiB").most == 1073741824.0);
  CHECK(parse_sizes("bytes", "2.5MB").least == 2.5e6);
  CHECK(parse_sizes("bytes", "2.5MB").most == 2.5e6);
  CHECK(parse_bandwidth("bandwidth", "25GB/s") == 25e9);
  CHECK(size_text(1536) == "1.5 KiB");
  CHECK(size_text(1) == "1 B");
  for (const char* bad : {"", "1", "KiB", "1XB", "-1KiB", "1KiB..", "2KiB..1KiB", "0B", "1e9GB"}) {
    CHECK_THROWS_AS(parse_sizes("bytes", bad), InputError);
  }
  for (const char* bad : {"", "25GB", "/s", "25/s", "0GB/s"}) {
    CHECK_THROWS_AS(parse_bandwidth("bandwidth", bad), InputError);
  }
}

TEST_CASE("the fastest network for each size is that of a scan over sizes") {
  const Catalog catalog = catalog_of({{3, 30}, {4, 20}, {5, 19}, {9, 15}});
  MessageSizes sizes = parse_sizes("bytes", "1KiB..1GiB");
  const std::vector<FastestNetwork> ranges = fastest_networks(catalog, 0, sizes);
  REQUIRE(!ranges.empty());
  CHECK(ranges.front().from == sizes.least);
  CHECK(ranges.back().to == sizes.most);
  for (double bytes = sizes.least * 1.001; bytes < sizes.most; bytes *= 1.07) {
    std::size_t best = 0;
    double least = 1e30;
    for (std::size_t i = 0; i < catalog.designs.size(); ++i) {
      const CollectiveFigures& figures = catalog.designs[i].figures[0];
      // A message is a tenth of the buffer.
      const double time = figures.steps * 10e-6 + figures.cycles * bytes / 10 / 12.5e9;
      if (time < least) {
        least = time;
        best = i;
      }
    }
    const auto range = std::ranges::find_if(
        ranges, [&](const FastestNetwork& one) { return one.from <= bytes && bytes <= one.to; });
    REQUIRE(range != ranges.end());
    CHECK(range->design == best);
  }
}
