// SPDX-License-Identifier: Apache-2.0
#include "romcast/rom/row_file.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <sstream>

#include "romcast/core/error.hpp"

using namespace romcast;
using Catch::Contains;

namespace {

std::vector<ControlWord> read(const std::string& text, unsigned bits) {
  std::istringstream in(text);
  return read_rows(in, "rows.hex", bits);
}

std::string written(unsigned bits, const std::vector<ControlWord>& rows) {
  std::ostringstream out;
  write_rows(out, bits, rows);
  return out.str();
}

const std::string kHeader = "// romcast-rows 1 rows 2 bits 7\n";

}  // namespace

TEST_CASE("the text of rows is a line that tells their size and a number per row") {
  CHECK(written(7, {{0x5a}, {0x7f}}) == kHeader + "5a\n7f\n");
  CHECK(written(36, {{0x9abcdef0, 0x8}}) == "// romcast-rows 1 rows 1 bits 36\n89abcdef0\n");
}

TEST_CASE("rows of any width come back as they were written") {
  std::mt19937 random(1);
  for (const unsigned bits : {1U, 31U, 32U, 33U, 64U, 100U, 20000U}) {
    std::vector<ControlWord> rows(5, ControlWord((bits + 31) / 32));
    for (ControlWord& row : rows) {
      for (std::uint32_t& piece : row) piece = static_cast<std::uint32_t>(random());
      if (bits % 32 != 0) row.back() &= (1U << bits % 32) - 1;
    }
    CHECK(read(written(bits, rows), bits) == rows);
  }
}

TEST_CASE("a file that holds no rows of this hardware is refused with its line") {
  CHECK_THROWS_WITH(read("", 7), Contains("rows.hex:1: no ROM rows"));
  CHECK_THROWS_WITH(read("// romcast-rom 1 words 2 bits 21\n", 7), Contains("no ROM rows"));
  CHECK_THROWS_WITH(read("// romcast-rows 2 rows 2 bits 7\n", 7), Contains("foreign version"));
  for (const char* sizes : {"", "rows 2", "rows 2 bits", "rows 0 bits 7", "rows 65536 bits 7",
                            "rows -1 bits 7", "rows 2 bits 7 ", "bits 7 rows 2"}) {
    CAPTURE(sizes);
    CHECK_THROWS_WITH(read(std::string("// romcast-rows 1 ") + sizes + "\n", 7),
                      Contains("rows.hex:1: expected 'rows R bits B' with 1..65535 rows"));
  }
  CHECK_THROWS_WITH(read(kHeader, 8), Contains("rows have 7 bits, the hardware's have 8"));
}

TEST_CASE("rows that are malformed or too many or too few are refused with their line") {
  for (const char* row : {"5", "05a", "5g", "0x", "80", " 5", "-1"}) {
    CAPTURE(row);
    CHECK_THROWS_WITH(read(kHeader + row + "\n00\n", 7),
                      Contains("rows.hex:2: expected one row of 2 hexadecimal digits (7 bits)"));
  }
  CHECK_THROWS_WITH(read(kHeader + "00\n", 7), Contains("rows.hex:3: truncated: 1 of 2 rows"));
  CHECK_THROWS_WITH(read(kHeader + "00\n01\n02\n", 7), Contains("rows.hex:4: more than the 2"));
  CHECK(read(kHeader + "\n00\r\n\n7F\n", 7) == std::vector<ControlWord>{{0}, {0x7f}});
}
