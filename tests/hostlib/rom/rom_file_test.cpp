// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <random>
#include <sstream>

#include "romcast/core/error.hpp"
#include "romcast/rom/rom.hpp"

using namespace romcast;
using Catch::StartsWith;

namespace {

RomImage read(const std::string& text) {
  std::istringstream in(text);
  return read_rom(in, "rom.hex");
}

std::string written(const RomImage& image) {
  std::ostringstream out;
  write_rom(out, image);
  return out.str();
}

// What the reader says about a text; "" if it takes it.
std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// 3 control bits, so words of 21 bits: RUN 5 for 3 cycles is 2 << 3 | 5, HALT is 2 << 19.
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
    RomImage image(bits);
    for (unsigned i = 0; i < 9; ++i) {
      ControlWord word((bits + 31) / 32);
      for (std::uint32_t& piece : word) piece = static_cast<std::uint32_t>(random());
      if (bits % 32 != 0) word.back() &= (1U << bits % 32) - 1;
      image.append(RomImage::Op::run, static_cast<std::uint32_t>(random() & 0xffff), word);
    }
    image.append(RomImage::Op::loop, 1023 << 6 | 8, ControlWord((bits + 31) / 32, 0));
    image.append(RomImage::Op::halt, 0, {});
    CHECK(read(written(image)) == image);
  }
}

TEST_CASE("capitals, CR LF, blank lines and a missing last line end are allowed") {
  CHECK(error_of("// romcast-rom 1 words 2 bits 21\r\n00001F\r\n\r\n100000").empty());
}

TEST_CASE("a text of another kind or version is refused in its first line") {
  CHECK_THAT(error_of(""), StartsWith("rom.hex:1: no ROM image"));
  CHECK_THAT(error_of(kRun + kHalt), StartsWith("rom.hex:1: no ROM image"));
  CHECK_THAT(error_of("// romcast-rom 2 words 2 bits 21\n" + kRun + kHalt),
             StartsWith("rom.hex:1: foreign version"));
}

TEST_CASE("a first line without a possible size is refused") {
  for (const char* size :
       {"", "words 2", "words 0 bits 21", "words 16777217 bits 21", "words 2 bits 18",
        "words 2 bits 8211", "words -1 bits 21", "words 2 bits 21 more", "words two bits 21",
        "words 2 bits 0x15", "bits 21 words 2", "words 99999999999999999999 bits 21"}) {
    CAPTURE(size);
    CHECK_THAT(error_of("// romcast-rom 1 " + std::string(size) + "\n" + kRun + kHalt),
               StartsWith("rom.hex:1: "));
  }
}

TEST_CASE("a truncated image is refused wherever it ends") {
  const std::string whole = kHeader + kRun + "100000";
  CHECK(error_of(whole).empty());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK_THAT(error_of(whole.substr(0, size)), StartsWith("rom.hex:"));
  }
  CHECK(error_of(kHeader + kHalt) == "rom.hex:3: truncated: 1 of 2 words");
}

TEST_CASE("more words than announced are refused") {
  CHECK_THAT(error_of(kHeader + kRun + kHalt + kHalt), StartsWith("rom.hex:4: more than the 2"));
}

TEST_CASE("a word of the wrong width or with wrong digits is refused") {
  for (const char* word : {"00015", "0000015", "00001g", " 00015", "-00015", "0x0015", "200000"}) {
    CAPTURE(word);  // the last one has a 22nd bit
    CHECK_THAT(error_of(kHeader + kRun + word + "\n"),
               StartsWith("rom.hex:3: expected one word of 6 hexadecimal digits (21 bits)"));
  }
  CHECK_THAT(error_of(kHeader + std::string(100'000, '0')), StartsWith("rom.hex:2: expected"));
}

TEST_CASE("operation 3 is refused") {
  CHECK_THAT(error_of(kHeader + "180000\n" + kHalt), StartsWith("rom.hex:2: operation 3"));
}

TEST_CASE("a loop that jumps back before word 0 is refused") {
  // LOOP is 1 << 19; the jump is bits 8..3, the passes bits 18..9.
  CHECK(error_of(kHeader + "080200\n" + kHalt).empty());
  CHECK_THAT(error_of(kHeader + "080208\n" + kHalt), StartsWith("rom.hex:2: a loop jumps back"));
}

TEST_CASE("loops in loops are refused, they would never end") {
  // The inner loop sets the count of passes back to 0, so the outer one starts again for ever.
  const std::string header = "// romcast-rom 1 words 4 bits 21\n";
  CHECK_THAT(error_of(header + kRun + "080208\n" + "080210\n" + kHalt),
             StartsWith("rom.hex:4: a loop around the loop that ends in line 3"));
  CHECK_THAT(error_of(header + kRun + "080200\n" + "080208\n" + kHalt),
             StartsWith("rom.hex:4: a loop around"));
  CHECK(error_of(header + kRun + "080208\n" + "080200\n" + kHalt).empty());
}

TEST_CASE("an image must end with HALT") {
  CHECK_THAT(error_of(kHeader + kRun + kRun), StartsWith("rom.hex:3: the last word must be HALT"));
}
