// SPDX-License-Identifier: Apache-2.0
// Text form of a ROM image.
#include <fmt/format.h>

#include <istream>
#include <ostream>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/rom/hex_words.hpp"
#include "romcast/rom/rom.hpp"

namespace romcast {
namespace {

constexpr std::string_view kMagic = "// romcast-rom 1 ";
constexpr std::size_t kLongestLine = 4096;
constexpr std::size_t kMostWords = 1 << 24;
constexpr unsigned kMostControlBits = 8192;

[[noreturn]] void fail(const std::string& name, std::size_t line, const std::string& what) {
  throw InputError(fmt::format("{}:{}: {}", name, line, what));
}

}  // namespace

void write_rom(std::ostream& out, const RomImage& image) {
  out << fmt::format("{}words {} bits {}\n", kMagic, image.words(), image.word_bits());
  for (std::size_t i = 0; i < image.words(); ++i) {
    out << hex_word(image.word(i), image.word_bits()) << '\n';
  }
}

RomImage read_rom(std::istream& in, const std::string& name) {
  std::string line;
  std::size_t words = 0, bits = 0, number_of_line = 1;
  read_hex_line(in, kLongestLine, line);
  std::string_view rest = line;
  if (!rest.starts_with(kMagic)) {
    fail(name, 1,
         rest.starts_with("// romcast-rom ")
             ? "foreign version of a ROM image; this romcast reads version 1"
             : "no ROM image: the first line must be '// romcast-rom 1 words W bits B'");
  }
  rest.remove_prefix(kMagic.size());
  if (!read_count(rest, "words ", words) || !read_count(rest, " bits ", bits) || !rest.empty() ||
      words < 1 || words > kMostWords || bits <= kRomOverheadBits ||
      bits > kMostControlBits + kRomOverheadBits) {
    fail(name, 1,
         fmt::format("expected 'words W bits B' with 1..{} words of {}..{} bits", kMostWords,
                     kRomOverheadBits + 1, kMostControlBits + kRomOverheadBits));
  }
  RomImage image(static_cast<unsigned>(bits - kRomOverheadBits));
  std::vector<std::uint32_t> pieces;
  std::size_t loop_word = 0, loop_line = 0;  // the last LOOP; line 0: there is none
  while (read_hex_line(in, kLongestLine, line)) {
    ++number_of_line;
    if (line.empty()) continue;
    if (image.words() == words) {
      fail(name, number_of_line,
           fmt::format("more than the {} of the first line", counted(words, "word")));
    }
    if (!parse_hex_word(line, static_cast<unsigned>(bits), pieces)) {
      fail(name, number_of_line,
           fmt::format("expected one word of {} ({} bits)",
                       counted((bits + 3) / 4, "hexadecimal digit"), bits));
    }
    image.append_raw(pieces);
    const std::size_t last = image.words() - 1;
    if (image.op_bits(last) > 2) {
      fail(name, number_of_line, "operation 3 does not exist; 0 is RUN, 1 LOOP, 2 HALT");
    }
    if (image.op(last) != RomImage::Op::loop) continue;
    const std::size_t back = image.argument(last) & 63;
    if (back > last) fail(name, number_of_line, "a loop jumps back before word 0");
    // The sequencer has one counter of passes: the outer loop would never end.
    if (loop_line > 0 && last - back <= loop_word) {
      fail(
          name, number_of_line,
          fmt::format("a loop around the loop that ends in line {}; loops do not nest", loop_line));
    }
    loop_word = last;
    loop_line = number_of_line;
  }
  if (image.words() != words) {
    fail(name, number_of_line + 1,
         fmt::format("truncated: {} of {}", image.words(), counted(words, "word")));
  }
  if (image.op(words - 1) != RomImage::Op::halt) {
    fail(name, number_of_line, "the last word must be HALT");
  }
  return image;
}

}  // namespace romcast
