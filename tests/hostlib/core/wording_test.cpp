// SPDX-License-Identifier: Apache-2.0
// Counted nouns, lists of names and near misses.
#include "romcast/core/wording.hpp"

#include <catch2/catch.hpp>
#include <vector>

using namespace romcast;

TEST_CASE("one thing is counted in the singular, none and several in the plural") {
  CHECK(counted(1, "violation") == "1 violation");
  CHECK(counted(0, "violation") == "0 violations");
  CHECK(counted(2, "violation") == "2 violations");
  CHECK(counted(1, "switch", "switches") == "1 switch");
  CHECK(counted(3, "switch", "switches") == "3 switches");
}

TEST_CASE("names are listed with the last one after or") {
  using Names = std::vector<std::string>;
  CHECK(one_of(Names{}).empty());
  CHECK(one_of(Names{"a"}) == "a");
  CHECK(one_of(Names{"a", "b"}) == "a or b");
  CHECK(one_of(Names{"a", "b", "c"}) == "a, b or c");
}

TEST_CASE("the nearest name is the one with the fewest slips of the pen") {
  const std::vector<std::string> names{"broadcast", "scatter", "gather", "alltoall", "allgather"};
  CHECK(nearest("brodcast", names) == "broadcast");
  CHECK(nearest("gahter", names) == "gather");
  CHECK(nearest("scattter", names) == "scatter");
  CHECK(nearest("allgathr", names) == "allgather");
  CHECK(nearest("all-to-all", names) == "alltoall");
  CHECK(nearest("gather", names) == "gather");
}

TEST_CASE("of names equally near the one that continues the word is the nearest") {
  const std::vector<std::string> names{"--part", "--ports", "--sort"};
  CHECK(nearest("--port", names) == "--ports");
  CHECK(nearest("--parts", names) == "--part");
}

TEST_CASE("what is like no name has no nearest") {
  const std::vector<std::string> names{"run", "plan", "list"};
  CHECK(nearest("frobnicate", names).empty());
  CHECK(nearest("", names).empty());
  CHECK(nearest("x", {}).empty());
  CHECK(nearest(std::string(1000, 'r'), names).empty());
  CHECK(did_you_mean("frobnicate", names).empty());
  CHECK(did_you_mean("lsit", names) == "; did you mean list?");
}
