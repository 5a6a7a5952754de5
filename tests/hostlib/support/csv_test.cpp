// SPDX-License-Identifier: Apache-2.0
#include "romcast/support/csv.hpp"

#include <catch2/catch.hpp>

using namespace romcast;

namespace {

using Fields = std::vector<std::string>;

}  // namespace

TEST_CASE("fields with commas and quotes survive a line") {
  for (const std::string text : {"", "a", "a,b", "say \"no\"", "\"", ",\",\""}) {
    CAPTURE(text);
    CHECK(csv_fields(csv_field(text) + ",x") == Fields{text, "x"});
  }
  CHECK(csv_field("two\nlines") == "two lines");
  CHECK_FALSE(csv_fields("\"open"));
  CHECK_FALSE(csv_fields("a\"b"));
  CHECK_FALSE(csv_fields("\"a\"b"));
}
