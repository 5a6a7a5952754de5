// SPDX-License-Identifier: Apache-2.0
// Writes and reads parts of a ROM's text: a header with counts, then one hexadecimal word per line.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace romcast {

/// Formats a number of `bits` bits, given in 32-bit pieces, lowest first.
std::string hex_word(std::span<const std::uint32_t> pieces, unsigned bits);
/// Inverse of hex_word; returns false if the text is no hexadecimal number of this many bits.
bool parse_hex_word(std::string_view text, unsigned bits, std::vector<std::uint32_t>& pieces);

/// Reads one line without its line break, keeping at most `longest` + 1 characters; returns false
/// at the end of the file.
bool read_hex_line(std::istream& in, std::size_t longest, std::string& line);
/// Removes `word` and a number from the front of the text and sets `value` to the number; returns
/// false if the text does not begin with them.
bool read_count(std::string_view& text, std::string_view word, std::size_t& value);

}  // namespace romcast
