// SPDX-License-Identifier: Apache-2.0
// The words of a GOAL file, a line at a time, without comments.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/line_reader.hpp"

namespace romcast {

/// A word is a name, a number, "-1" or a single other character; "1b" is two words.
class GoalTokens {
 public:
  GoalTokens(std::istream& in, const std::string& name) : lines_(in, name, '\0') {}

  /// Goes to the next line that has words; returns false at the end of the file.
  bool next();
  /// The next word of the line, not consumed; empty at the end of the line.
  [[nodiscard]] std::string_view peek() const { return at_ < words_.size() ? words_[at_] : ""; }
  std::string_view take();
  /// Consumes the next word if it is `word`; returns whether it was.
  bool accept(std::string_view word);
  /// Consumes `word`; fails if another word comes.
  void expect(std::string_view word);
  /// Consumes and returns a number from `least` to `most`; else fails, calling the number `what`.
  template <typename Number>
  Number number(std::string_view what, Number least, Number most);
  /// Fails if the line has more words.
  void end_line();
  [[nodiscard]] std::uint32_t line() const { return static_cast<std::uint32_t>(lines_.line()); }
  /// Throws InputError "file:line: found; allowed".
  [[noreturn]] void fail(std::string_view found, std::string_view allowed) const {
    lines_.fail(found, allowed);
  }
  /// For errors: the next word with apostrophes added, or "the end of the line".
  [[nodiscard]] std::string found() const;

 private:
  void split(std::string_view line);

  LineReader lines_;
  bool comment_ = false;  // between /* and */
  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
};

}  // namespace romcast
