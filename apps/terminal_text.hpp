// SPDX-License-Identifier: Apache-2.0
// Text for the eye that is no wider than the terminal.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace romcast {

/// COLUMNS, if that is a number; else the width of the terminal that standard output is; nothing if
/// it is none.
std::optional<std::size_t> terminal_columns();

/// Standard output is a terminal, and NO_COLOR is not set.
bool coloured_output();

/// Words in lines of at most so many columns. The first line stands behind `begin` columns that are
/// there already, the others are indented. Ends with a line end.
std::string filled(const std::string& words, std::size_t begin, std::size_t indent,
                   std::size_t columns);

/// Lines that are too long, each parted into several; the further ones begin below the second
/// column of the first, if it has columns.
std::string fitted(const std::string& text, std::size_t columns);

/// A cell of a table that ends before column `end`, or, if it is longer, a space behind it.
void add_cell(std::string& line, std::string_view cell, std::size_t end);

}  // namespace romcast
