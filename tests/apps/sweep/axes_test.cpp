// SPDX-License-Identifier: Apache-2.0
#include "apps/sweep/axes.hpp"

#include <catch2/catch.hpp>

#include "romcast/core/error.hpp"

using namespace romcast;
using Values = std::vector<std::string>;

TEST_CASE("lists, ranges, steps and powers stand for their values", "[sweep]") {
  CHECK(sweep_values("k", "3") == Values{"3"});
  CHECK(sweep_values("p", "single,multi") == Values{"single", "multi"});
  CHECK(sweep_values("k", "2..5") == Values{"2", "3", "4", "5"});
  CHECK(sweep_values("k", "1..8..3") == Values{"1", "4", "7"});
  CHECK(sweep_values("n", "1..20..x2") == Values{"1", "2", "4", "8", "16"});
  CHECK(sweep_values("k", "7,1..2,9") == Values{"7", "1", "2", "9"});
}

TEST_CASE("what is no range of numbers stays as it is", "[sweep]") {
  CHECK(sweep_values("network", "nets/../a.dot") == Values{"nets/../a.dot"});
  CHECK(sweep_values("dims", "4x4,8x8") == Values{"4x4", "8x8"});
}

TEST_CASE("brackets keep the commas of a value", "[sweep]") {
  CHECK(sweep_values("capacity", "[1,2,2],[1,1,1]") == Values{"1,2,2", "1,1,1"});
  CHECK(sweep_values("capacity", "constant,[1,4]") == Values{"constant", "1,4"});
}

TEST_CASE("ranges that hold nothing or never end are refused by name", "[sweep]") {
  for (const char* text :
       {"5..2", "1..9..0", "1..9..x1", "0..9..x2", "1,,2", "1,", "0..4000000000"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(sweep_values("height", text),
                      Catch::StartsWith(std::string("--height ") + text + ": "));
  }
}

TEST_CASE("a grid has every combination once", "[sweep]") {
  const Grid grid({{"a", {"1", "2"}}, {"fit", {""}}, {"b", {"x", "y", "z"}}});
  REQUIRE(grid.size() == 6);
  CHECK(grid.point(0) == Grid::Point{{"a", "1"}, {"fit", ""}, {"b", "x"}});
  CHECK(grid.point(1) == Grid::Point{{"a", "1"}, {"fit", ""}, {"b", "y"}});
  CHECK(grid.point(5) == Grid::Point{{"a", "2"}, {"fit", ""}, {"b", "z"}});
}

TEST_CASE("a grid of too many points is refused", "[sweep]") {
  const Axis axis{"a", Values(2000, "1")};
  CHECK_THROWS_AS(Grid({axis, axis}), InputError);
}
