// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/hex_words.hpp"

#include <charconv>
#include <istream>

namespace romcast {

std::string hex_word(std::span<const std::uint32_t> pieces, unsigned bits) {
  std::string text;
  for (unsigned digit = (bits + 3) / 4; digit-- > 0;) {
    text += "0123456789abcdef"[pieces[digit / 8] >> (4 * (digit % 8)) & 15];
  }
  return text;
}

bool parse_hex_word(std::string_view text, unsigned bits, std::vector<std::uint32_t>& pieces) {
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

bool read_hex_line(std::istream& in, std::size_t longest, std::string& line) {
  line.clear();
  for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
    if (c == '\n') return true;
    if (c != '\r' && line.size() <= longest) line.push_back(static_cast<char>(c));
  }
  return !line.empty();
}

bool read_count(std::string_view& text, std::string_view word, std::size_t& value) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

}  // namespace romcast
