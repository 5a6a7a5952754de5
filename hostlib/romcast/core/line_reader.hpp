// SPDX-License-Identifier: Apache-2.0
// Text input, split into lines and words, robust against arbitrary bytes.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace romcast {

/// The text with all bytes except printable ASCII replaced by '?'. If the text has more than 40
/// bytes, "..." replaces those after the first 40.
std::string printable(std::string_view text);
/// Like printable(), between apostrophes.
std::string quote(std::string_view text);

/// Splits a stream into words; `comment` (0: none) starts a comment that ends with the line.
class LineReader {
 public:
  /// Longest line of most files, so that a file without line ends cannot exhaust memory.
  static constexpr std::size_t kLongest = 4096;

  /// Total size limit, so that an endless pipe cannot exhaust memory, either.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;

  LineReader(std::istream& in, std::string name, char comment = '#',
             std::size_t longest = kLongest);
  /// Goes to the next line that has words; returns false at the end of the file. Throws InputError
  /// for a line that is too long, too many bytes, or a file that cannot be read.
  bool next();
  /// Words of the current line, valid until the next one.
  [[nodiscard]] std::span<const std::string_view> words() const { return words_; }
  /// The current line, valid until the next one.
  [[nodiscard]] std::string_view text() const { return text_; }
  /// Number of the current line, counted from 1; 0 before the first line.
  [[nodiscard]] std::size_t line() const { return line_; }
  /// "file:line" of the current line; before the first line, of line 1.
  [[nodiscard]] std::string place() const;
  /// Throws InputError "file:line: found; allowed".
  [[noreturn]] void fail(std::string_view found, std::string_view allowed) const;

 private:
  bool fill();
  bool take_line(std::string_view& line);
  void split(std::string_view line);

  std::istream& in_;
  std::string name_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // unread part of the buffer
  std::size_t line_ = 0;
  std::uint64_t bytes_ = 0;  // read so far
  const char comment_;
  const std::size_t longest_;
  std::string_view text_;
  std::vector<std::string_view> words_;
};

}  // namespace romcast
