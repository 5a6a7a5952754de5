// SPDX-License-Identifier: Apache-2.0
// The terminal: its width, whether output is coloured, and the progress of a command on stderr.
#pragma once

#include <optional>

#include "romcast/run/run.hpp"

namespace romcast {

/// The width in characters: COLUMNS, if COLUMNS is a positive number, else the width of the
/// terminal on standard output; a width below kNarrowest is raised to kNarrowest. Nothing if
/// COLUMNS is no positive number and the terminal's width is unknown.
std::optional<std::size_t> terminal_columns();
/// The width for tables and pictures: terminal_columns(), or 150 if terminal_columns() is nothing.
std::size_t output_columns();

/// True if standard output is a terminal, and NO_COLOR is not set or is empty.
bool coloured_output();

/// A function that shows a progress line on stderr; an empty function if stderr is no terminal, or
/// if TERM is dumb, empty or not set.
Progress terminal_progress();
/// For commands that run for minutes: terminal_progress(), or, if terminal_progress() is empty, a
/// function that prints a line on stderr every 15 seconds.
Progress steady_progress();
/// Wipes the progress line.
void clear_progress();
/// Prints notices on stderr, after wiping the progress line.
void tell_notice(const std::string& line);
/// The same for remarks that are no errors: "romcast: note: ...".
void tell_note(const std::string& text);

}  // namespace romcast
