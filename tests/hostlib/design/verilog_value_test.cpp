// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/verilog_value.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace romcast;

TEST_CASE("constant expressions are read as Verilog reads them") {
  const VerilogValues names{{"DEPTH", 5}, {"ARITY", 3}, {"ONE", 1}};
  const std::vector<std::pair<const char*, std::int64_t>> known{
      {"7", 7},
      {"2 + 3 * 4", 14},
      {"(2 + 3) * 4", 20},
      {"10 - 4 - 3", 3},
      {"$clog2(DEPTH+1)-1", 2},
      {"$clog2(DEPTH)", 3},
      {"$clog2(8)", 3},
      {"$clog2(ONE)", 0},
      {"DEPTH>1?$clog2(DEPTH):1", 3},
      {"ONE>1?$clog2(DEPTH):1", 1},
      {"(DEPTH == 5 && ARITY != 3) || !ONE", 0},
      {"ONE << ARITY", 8},
      {"-1 + DEPTH % ARITY", 1},
      {"ARITY <= 3 ? 1 : ARITY >= 9 ? 2 : 3", 1}};
  for (const auto& [text, value] : known) {
    CAPTURE(text);
    CHECK(verilog_value(text, names) == value);
  }
}

TEST_CASE("what is no constant expression is an error") {
  for (const char* text : {"", "1 +", "UNKNOWN", "(1", "1)", "4 / 0", "8'd3", "a[1]"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(verilog_value(text, {}), std::logic_error);
  }
}
