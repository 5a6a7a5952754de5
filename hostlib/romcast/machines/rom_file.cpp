// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/rom_file.hpp"

#include <fmt/format.h>

#include <istream>
#include <ostream>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/machines/hex_words.hpp"
#include "romcast/machines/program.hpp"

namespace romcast {
namespace {

constexpr std::string_view kMagic = "// romcast-rom 1 ";
constexpr std::size_t kLongestHeader = 80;
constexpr std::size_t kMostWords = 1 << 24;
constexpr unsigned kMostControlBits = 8192;

[[noreturn]] void fail(const std::string& name, std::size_t line, const std::string& what) {
  throw InputError(fmt::format("{}:{}: {}", name, line, what));
}

struct Limits {
  std::size_t words = 0;                 // maximum; the minimum is 1
  std::size_t least_bits = 0, bits = 0;  // per word: minimum, maximum
};

// Parses an image, word by word.
class TextReader {
 public:
  TextReader(std::istream& in, const std::string& name, Limits limits)
      : in_(in), name_(name), image_(0) {
    std::string line;
    read_hex_line(in_, kLongestHeader, line);
    read_header(line, limits);
  }

  // Appends the next word to the image; returns false after the last word. Throws InputError if a
  // word is malformed, or if the header gives another number of words.
  bool next() {
    const std::size_t digits = (image_.word_bits() + 3) / 4;
    while (read_hex_line(in_, digits, text_)) {
      ++line_;
      if (text_.empty()) continue;
      if (image_.words() == words_) {
        error(fmt::format("more than the {} of the first line", counted(words_, "word")));
      }
      if (!parse_hex_word(text_, image_.word_bits(), pieces_)) {
        error(fmt::format("expected one word of {} ({} bits)", counted(digits, "hexadecimal digit"),
                          image_.word_bits()));
      }
      image_.append(pieces_);
      return true;
    }
    if (image_.words() == words_) return false;
    ++line_;
    error(fmt::format("truncated: {} of {}", image_.words(), counted(words_, "word")));
  }

  [[noreturn]] void error(const std::string& what) const { fail(name_, line_, what); }
  [[nodiscard]] std::size_t line() const { return line_; }
  RomImage& image() { return image_; }

 private:
  void read_header(std::string_view line, Limits limits) {
    if (!line.starts_with(kMagic)) {
      error(line.starts_with("// romcast-rom ")
                ? "foreign version of a ROM image; this romcast reads version 1"
                : "no ROM image: the first line must be '// romcast-rom 1 words W bits B'");
    }
    line.remove_prefix(kMagic.size());
    std::size_t bits = 0;
    if (!read_count(line, "words ", words_) || !read_count(line, " bits ", bits) || !line.empty() ||
        words_ < 1 || words_ > limits.words || bits < 1) {
      error(fmt::format("expected 'words W bits B' with 1..{} words", limits.words));
    }
    if (bits < limits.least_bits || bits > limits.bits) {
      error(limits.least_bits == limits.bits
                ? fmt::format("its words have {} bits, the hardware's have {}", bits, limits.bits)
                : fmt::format("its words have {} bits; a program's have {}..{}", bits,
                              limits.least_bits, limits.bits));
    }
    image_ = RomImage(static_cast<unsigned>(bits));
  }

  std::istream& in_;
  const std::string& name_;
  RomImage image_;
  std::size_t words_ = 0, line_ = 1;
  std::string text_;
  std::vector<std::uint32_t> pieces_;
};

// Checks that the sequencer can execute each word, and that all loops end. check() is to be called
// after each word that is appended to the image, and checks this word.
class ProgramCheck {
 public:
  void check(const TextReader& reader, const RomImage& image) {
    const std::size_t last = image.words() - 1;
    const Instruction word = instruction(image, last);
    if (word.op > 2) reader.error("operation 3 does not exist; 0 is RUN, 1 LOOP, 2 HALT");
    if (!word.is(SequencerOp::loop)) return;
    const std::size_t back = word.argument & 63;
    if (back > last) reader.error("a loop jumps back before word 0");
    // The sequencer has a single counter of passes: a loop around another loop would never end.
    if (loop_line_ > 0 && last - back <= loop_word_) {
      reader.error(fmt::format("a loop around the loop that ends in line {}; loops do not nest",
                               loop_line_));
    }
    loop_word_ = last;
    loop_line_ = reader.line();
  }

 private:
  std::size_t loop_word_ = 0, loop_line_ = 0;  // position of the last LOOP; line 0: none
};

}  // namespace

void write_rom(std::ostream& out, const RomImage& image) {
  out << fmt::format("{}words {} bits {}\n", kMagic, image.words(), image.word_bits());
  for (std::size_t i = 0; i < image.words(); ++i) {
    out << hex_word(image.word(i), image.word_bits()) << '\n';
  }
}

RomImage read_rows(std::istream& in, const std::string& name, unsigned bits) {
  TextReader reader(in, name, {.words = kMostPeriod, .least_bits = bits, .bits = bits});
  while (reader.next()) {
  }
  return std::move(reader.image());
}

RomImage read_program(std::istream& in, const std::string& name) {
  TextReader reader(in, name,
                    {.words = kMostWords,
                     .least_bits = kRomOverheadBits + 1,
                     .bits = kMostControlBits + kRomOverheadBits});
  ProgramCheck check;
  while (reader.next()) check.check(reader, reader.image());
  RomImage& image = reader.image();
  if (!instruction(image, image.words() - 1).is(SequencerOp::halt)) {
    reader.error("the last word must be HALT");
  }
  return std::move(image);
}

}  // namespace romcast
