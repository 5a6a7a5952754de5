// SPDX-License-Identifier: Apache-2.0
// Text in columns: wraps lines, and fills cells.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace romcast {

/// Minimum width of wrapped text, so that a word fits into a line.
inline constexpr std::size_t kNarrowest = 20;

/// Wraps words into lines of at most `columns` columns, or of more if `columns` leaves fewer than
/// kNarrowest for the words. The first line follows `begin` columns that are already used, the
/// others are indented by `indent`. Ends with a line end.
std::string filled(const std::string& words, std::size_t begin, std::size_t indent,
                   std::size_t columns);

/// Wraps lines that are too long; continuation lines are indented to the line's second column, or
/// by 2 if the line has none or the column begins after position 40.
std::string fitted(const std::string& text, std::size_t columns);

/// Adds a cell to the line, then spaces up to column `end`, at least one.
void add_cell(std::string& line, std::string_view cell, std::size_t end);

}  // namespace romcast
