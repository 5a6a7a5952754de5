// SPDX-License-Identifier: Apache-2.0
// The lines of a schedule file: words, numbers, and errors that name file and line.
#pragma once

#include <fmt/format.h>

#include <charconv>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"
#include "romcast/core/schedule_file.hpp"

namespace romcast {

using Words = std::span<const std::string_view>;

class ScheduleLines : public LineReader {
 public:
  /// Longest line; lists of all nodes of a large network fit.
  static constexpr std::size_t kLongest = std::size_t{1} << 24;

  ScheduleLines(std::istream& in, std::string name)
      : LineReader(in, std::move(name), '#', kLongest) {}
  using LineReader::next;
  /// Goes to the next line that has words. If the file has no such line, throws InputError, whose
  /// text names `wanted` as missing.
  void next(std::string_view wanted) {
    if (next()) return;
    fail("the file ends here", fmt::format("{} is missing, it may be truncated", wanted));
  }
  /// Throws InputError if the text is no number from `least` to `most`.
  [[nodiscard]] std::uint32_t number(std::string_view text, std::string_view what,
                                     std::uint32_t least, std::uint32_t most = kNone) const {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
      fail(fmt::format("{} {}", what, quote(text)),
           fmt::format("give a number from {} to {}", least, most));
    }
    return value;
  }

  /// Adds file and line to errors that `build` throws.
  template <class Build>
  void located(Build build) const {
    try {
      build();
    } catch (const InputError& error) {
      throw error.within(place() + ": ");
    }
  }
};

/// Reads the lines from 'network' to 'hops', which becomes the current line. Throws InputError if a
/// line is malformed or missing, or if the judge does not support the combination of the lines.
ScheduleHeader read_header(ScheduleLines& lines);

}  // namespace romcast
