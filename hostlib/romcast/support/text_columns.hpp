// SPDX-License-Identifier: Apache-2.0
// Text in columns: wraps lines, and fills cells.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace romcast {

/// Minimum width of wrapped text, so that a word fits into a line.
inline constexpr std::size_t kNarrowest = 20;

/// Wraps words into lines of at most `columns` columns; a line may be longer if fewer than
/// kNarrowest of these columns are free for its words. The first line follows `begin` columns that
/// are already used, the others are indented by `indent`. Ends with a line end.
std::string filled(const std::string& words, std::size_t begin, std::size_t indent,
                   std::size_t columns);

/// Wraps lines longer than `columns`. Continuation lines are indented to the second column of the
/// wrapped line, or by 2 if that column does not exist or begins after position 40.
std::string fitted(const std::string& text, std::size_t columns);

/// Adds a cell to the line, then spaces up to column `end`, at least one.
void add_cell(std::string& line, std::string_view cell, std::size_t end);

}  // namespace romcast
