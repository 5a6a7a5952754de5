// SPDX-License-Identifier: Apache-2.0
// The terminal: its width and colours, and progress on stderr, a bar after two seconds.
#pragma once

#include <optional>

#include "romcast/run/run.hpp"

namespace romcast {

/// COLUMNS, if that is a positive number, else the width of the terminal on standard output; at
/// least kNarrowest. Nothing if there is neither.
std::optional<std::size_t> terminal_columns();
/// The width for tables and pictures: terminal_columns(), or 150 if there is no terminal.
std::size_t output_columns();

/// True if standard output is a terminal, and NO_COLOR is not set.
bool coloured_output();

/// A progress line on stderr; nothing if stderr is no terminal, or if TERM is dumb or not set.
Progress terminal_progress();
/// The same for commands that run for minutes; without such a terminal, prints a line every 15
/// seconds instead.
Progress steady_progress();
/// Wipes the progress line.
void clear_progress();
/// Prints notices on stderr, after wiping the progress line.
void tell_notice(const std::string& line);
/// The same for remarks that are no errors: "romcast: note: ...".
void tell_note(const std::string& text);

}  // namespace romcast
