// Text form of a ROM image.
#include <fmt/format.h>

#include <charconv>
#include <istream>
#include <ostream>

#include "romcast/error.hpp"
#include "romcast/rom.hpp"

namespace romcast {
namespace {

constexpr std::string_view kMagic = "// romcast-rom 1 ";
constexpr std::size_t kLongestLine = 4096;
constexpr std::size_t kMostWords = 1 << 24;
constexpr unsigned kMostControlBits = 8192;

[[noreturn]] void fail(const std::string& name, std::size_t line, const std::string& what) {
  throw InputError(fmt::format("{}:{}: {}", name, line, what));
}

// One line without its end, at most kLongestLine characters; false at the end of the file.
bool read_line(std::istream& in, std::string& line) {
  line.clear();
  for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
    if (c == '\n') return true;
    if (c != '\r' && line.size() <= kLongestLine) line.push_back(static_cast<char>(c));
  }
  return !line.empty();
}

bool number(std::string_view& text, std::string_view word, std::size_t& value) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

// Lowest 32 bits first; false if it is no hexadecimal number of that many bits.
bool parse_hex(std::string_view text, unsigned bits, std::vector<std::uint32_t>& pieces) {
  pieces.assign((bits + 31) / 32, 0);
  if (text.size() != (bits + 3) / 4) return false;
  for (std::size_t digit = 0; digit < text.size(); ++digit) {
    std::uint32_t value = 0;
    const char* at = text.data() + (text.size() - 1 - digit);
    if (std::from_chars(at, at + 1, value, 16).ec != std::errc{}) return false;
    pieces[digit / 8] |= value << (4 * (digit % 8));
  }
  return bits % 32 == 0 || pieces.back() >> (bits % 32) == 0;
}

}  // namespace

void write_rom(std::ostream& out, const RomImage& image) {
  out << fmt::format("{}words {} bits {}\n", kMagic, image.words(), image.word_bits());
  const unsigned digits = (image.word_bits() + 3) / 4;
  for (std::size_t i = 0; i < image.words(); ++i) {
    const auto pieces = image.word(i);
    std::string text;
    for (unsigned digit = digits; digit-- > 0;) {
      text += "0123456789abcdef"[pieces[digit / 8] >> (4 * (digit % 8)) & 15];
    }
    out << text << '\n';
  }
}

RomImage read_rom(std::istream& in, const std::string& name) {
  std::string line;
  std::size_t words = 0, bits = 0, number_of_line = 1;
  read_line(in, line);
  std::string_view rest = line;
  if (!rest.starts_with(kMagic)) {
    fail(name, 1,
         rest.starts_with("// romcast-rom ")
             ? "foreign version of a ROM image; this romcast reads version 1"
             : "no ROM image: the first line must be '// romcast-rom 1 words W bits B'");
  }
  rest.remove_prefix(kMagic.size());
  if (!number(rest, "words ", words) || !number(rest, " bits ", bits) || !rest.empty() ||
      words < 1 || words > kMostWords || bits <= kRomOverheadBits ||
      bits > kMostControlBits + kRomOverheadBits) {
    fail(name, 1,
         fmt::format("expected 'words W bits B' with 1..{} words of {}..{} bits", kMostWords,
                     kRomOverheadBits + 1, kMostControlBits + kRomOverheadBits));
  }
  RomImage image(static_cast<unsigned>(bits - kRomOverheadBits));
  std::vector<std::uint32_t> pieces;
  std::size_t loop_word = 0, loop_line = 0;  // the last LOOP; line 0: there is none
  while (read_line(in, line)) {
    ++number_of_line;
    if (line.empty()) continue;
    if (image.words() == words) {
      fail(name, number_of_line, fmt::format("more than the {} words of the first line", words));
    }
    if (!parse_hex(line, static_cast<unsigned>(bits), pieces)) {
      fail(name, number_of_line,
           fmt::format("expected one word of {} hexadecimal digits ({} bits)", (bits + 3) / 4,
                       bits));
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
    fail(name, number_of_line + 1, fmt::format("truncated: {} of {} words", image.words(), words));
  }
  if (image.op(words - 1) != RomImage::Op::halt) {
    fail(name, number_of_line, "the last word must be HALT");
  }
  return image;
}

}  // namespace romcast
