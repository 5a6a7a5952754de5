// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/rom_file.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <sstream>

#include "romcast/core/error.hpp"
#include "romcast/machines/program.hpp"

using namespace romcast;
using Catch::Contains;
using Catch::StartsWith;

namespace {

RomImage read_image(const std::string& text) {
  std::istringstream in(text);
  return read_program(in, "rom.hex");
}

std::string written(const RomImage& image) {
  std::ostringstream out;
  write_rom(out, image);
  return out.str();
}

// The reader's error for a text; "" if the text is accepted.
std::string image_error(const std::string& text) {
  try {
    read_image(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// A word has 21 bits, the last 3 for control: RUN 5 for 3 cycles is (3 - 1) << 3 | 5, HALT 2 << 19.
const std::string kHeader = "// romcast-rom 1 words 2 bits 21\n";
const std::string kRun = "000015\n", kHalt = "100000\n";

}  // namespace

TEST_CASE("the text of an image is a line that tells its size and a number per word") {
  CHECK(written(compile_program(3, {{{5}, 3}})) == kHeader + kRun + kHalt);
}

TEST_CASE("an image that is written can be read again, whatever its width") {
  std::mt19937 random(3);
  for (unsigned bits = 1; bits <= 130; ++bits) {
    CAPTURE(bits);
    RomImage image = program_image(bits);
    for (unsigned i = 0; i < 9; ++i) {
      ControlWord word((bits + 31) / 32);
      for (std::uint32_t& piece : word) piece = static_cast<std::uint32_t>(random());
      if (bits % 32 != 0) word.back() &= (1U << bits % 32) - 1;
      append_instruction(image, SequencerOp::run, static_cast<std::uint32_t>(random() & 0xffff),
                         word);
    }
    append_instruction(image, SequencerOp::loop, 1023 << 6 | 8, ControlWord((bits + 31) / 32, 0));
    append_instruction(image, SequencerOp::halt, 0, {});
    CHECK(read_image(written(image)) == image);
  }
}

TEST_CASE("capitals, CR LF, blank lines and a missing last line end are allowed") {
  CHECK(image_error("// romcast-rom 1 words 2 bits 21\r\n00001F\r\n\r\n100000").empty());
}

TEST_CASE("a text of another kind or version is refused in its first line") {
  CHECK_THAT(image_error(""), StartsWith("rom.hex:1: no ROM image"));
  CHECK_THAT(image_error(kRun + kHalt), StartsWith("rom.hex:1: no ROM image"));
  CHECK_THAT(image_error("// romcast-rom 2 words 2 bits 21\n" + kRun + kHalt),
             StartsWith("rom.hex:1: foreign version"));
}

TEST_CASE("a first line without a possible size is refused") {
  for (const char* size :
       {"", "words 2", "words 0 bits 21", "words 16777217 bits 21", "words 2 bits 18",
        "words 2 bits 8211", "words -1 bits 21", "words 2 bits 21 more", "words two bits 21",
        "words 2 bits 0x15", "bits 21 words 2", "words 99999999999999999999 bits 21"}) {
    CAPTURE(size);
    CHECK_THAT(image_error("// romcast-rom 1 " + std::string(size) + "\n" + kRun + kHalt),
               StartsWith("rom.hex:1: "));
  }
}

TEST_CASE("a truncated image is refused wherever it ends") {
  const std::string whole = kHeader + kRun + "100000";
  CHECK(image_error(whole).empty());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK_THAT(image_error(whole.substr(0, size)), StartsWith("rom.hex:"));
  }
  CHECK(image_error(kHeader + kHalt) == "rom.hex:3: truncated: 1 of 2 words");
}

TEST_CASE("more words than announced are refused") {
  CHECK_THAT(image_error(kHeader + kRun + kHalt + kHalt), StartsWith("rom.hex:4: more than the 2"));
}

TEST_CASE("a word of the wrong width or with wrong digits is refused") {
  for (const char* word : {"00015", "0000015", "00001g", " 00015", "-00015", "0x0015", "200000"}) {
    CAPTURE(word);  // 200000 has a 22nd bit
    CHECK_THAT(image_error(kHeader + kRun + word + "\n"),
               StartsWith("rom.hex:3: expected one word of 6 hexadecimal digits (21 bits)"));
  }
  CHECK_THAT(image_error(kHeader + std::string(100'000, '0')), StartsWith("rom.hex:2: expected"));
}

TEST_CASE("operation 3 is refused") {
  CHECK_THAT(image_error(kHeader + "180000\n" + kHalt), StartsWith("rom.hex:2: operation 3"));
}

TEST_CASE("a loop that jumps back before word 0 is refused") {
  // LOOP is 1 << 19; bits 8..3 are the number of words to jump back, bits 18..9 the number of
  // passes minus 1.
  CHECK(image_error(kHeader + "080200\n" + kHalt).empty());
  CHECK_THAT(image_error(kHeader + "080208\n" + kHalt), StartsWith("rom.hex:2: a loop jumps back"));
}

TEST_CASE("loops in loops are refused, they would never end") {
  // The inner loop resets the count of passes to 0, so the outer loop would repeat forever.
  const std::string header = "// romcast-rom 1 words 4 bits 21\n";
  CHECK_THAT(image_error(header + kRun + "080208\n" + "080210\n" + kHalt),
             StartsWith("rom.hex:4: a loop around the loop that ends in line 3"));
  CHECK_THAT(image_error(header + kRun + "080200\n" + "080208\n" + kHalt),
             StartsWith("rom.hex:4: a loop around"));
  CHECK(image_error(header + kRun + "080208\n" + "080200\n" + kHalt).empty());
}

TEST_CASE("an image must end with HALT") {
  CHECK_THAT(image_error(kHeader + kRun + kRun),
             StartsWith("rom.hex:3: the last word must be HALT"));
}

namespace {

RomImage rows(const std::string& text, unsigned bits) {
  std::istringstream in(text);
  return read_rows(in, "rows.hex", bits);
}

const std::string kRows = "// romcast-rom 1 words 2 bits 7\n";

}  // namespace

TEST_CASE("rows have the same text as programs") {
  CHECK(written(RomImage(7, {{0x5a}, {0x7f}})) == kRows + "5a\n7f\n");
  CHECK(written(RomImage(36, {{0x9abcdef0, 0x8}})) ==
        "// romcast-rom 1 words 1 bits 36\n89abcdef0\n");
}

TEST_CASE("rows of any width come back as they were written") {
  std::mt19937 random(1);
  for (const unsigned bits : {1U, 31U, 32U, 33U, 64U, 100U, 20000U}) {
    RomImage image(bits);
    for (int i = 0; i < 5; ++i) {
      ControlWord row((bits + 31) / 32);
      for (std::uint32_t& piece : row) piece = static_cast<std::uint32_t>(random());
      if (bits % 32 != 0) row.back() &= (1U << bits % 32) - 1;
      image.append(row);
    }
    CHECK(rows(written(image), bits) == image);
  }
}

TEST_CASE("a file that holds no rows of this hardware is refused with its line") {
  CHECK_THROWS_WITH(rows("", 7), StartsWith("rows.hex:1: no ROM image"));
  CHECK_THROWS_WITH(rows("// romcast-rows 1 rows 2 bits 7\n", 7), Contains("no ROM image"));
  CHECK_THROWS_WITH(rows("// romcast-rom 2 words 2 bits 7\n", 7), Contains("foreign version"));
  for (const char* sizes : {"", "words 2", "words 2 bits", "words 0 bits 7", "words 65536 bits 7",
                            "words -1 bits 7", "words 2 bits 7 ", "bits 7 words 2"}) {
    CAPTURE(sizes);
    CHECK_THROWS_WITH(rows(std::string("// romcast-rom 1 ") + sizes + "\n", 7),
                      Contains("rows.hex:1: expected 'words W bits B' with 1..65535 words"));
  }
  CHECK_THROWS_WITH(rows(kRows, 8), Contains("words have 7 bits, the hardware's have 8"));
}

TEST_CASE("rows that are malformed or too many or too few are refused with their line") {
  for (const char* row : {"5", "05a", "5g", "0x", "80", " 5", "-1"}) {
    CAPTURE(row);
    CHECK_THROWS_WITH(rows(kRows + row + "\n00\n", 7),
                      Contains("rows.hex:2: expected one word of 2 hexadecimal digits (7 bits)"));
  }
  CHECK_THROWS_WITH(rows(kRows + "00\n", 7), Contains("rows.hex:3: truncated: 1 of 2 words"));
  CHECK_THROWS_WITH(rows(kRows + "00\n01\n02\n", 7), Contains("rows.hex:4: more than the 2"));
  CHECK(rows(kRows + "\n00\r\n\n7F\n", 7) == RomImage(7, {{0}, {0x7f}}));
}
