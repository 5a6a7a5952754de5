// SPDX-License-Identifier: Apache-2.0
// Text of ROMs: words as hexadecimal numbers, one per line, after a line that tells how many.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace romcast {

/// A number of so many bits, given in 32-bit pieces, lowest first.
std::string hex_word(std::span<const std::uint32_t> pieces, unsigned bits);
/// Its inverse; false if the text is no hexadecimal number of that many bits.
bool parse_hex_word(std::string_view text, unsigned bits, std::vector<std::uint32_t>& pieces);

/// One line without its end, of which one character more than `longest` is kept at most; false at
/// the end of the file.
bool read_hex_line(std::istream& in, std::size_t longest, std::string& line);
/// Takes "`word`number" off the front; false if it is not there.
bool read_count(std::string_view& text, std::string_view word, std::size_t& value);

}  // namespace romcast
