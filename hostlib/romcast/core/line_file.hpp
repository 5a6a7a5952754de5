// SPDX-License-Identifier: Apache-2.0
// Files whose lines are read one after the other into a builder.
#pragma once

#include <string>

#include "romcast/core/error.hpp"
#include "romcast/core/input_file.hpp"
#include "romcast/core/line_reader.hpp"

namespace romcast {

/// Passes the words of each line of a file to builder.add() and returns builder.finish(). Rethrows
/// an InputError of either function with "file:line: " before the error's text.
template <class Builder>
auto built_from(const std::string& path, Builder builder) {
  std::ifstream in = open_input(path, LineReader::kMostBytes);
  LineReader lines(in, path);
  const auto located = [&lines](auto act) {
    try {
      return act();
    } catch (const InputError& error) {
      throw error.within(lines.place() + ": ");
    }
  };
  while (lines.next()) located([&] { builder.add(lines.words()); });
  return located([&] { return builder.finish(); });
}

}  // namespace romcast
