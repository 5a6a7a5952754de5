// SPDX-License-Identifier: Apache-2.0
#include "apps/terminal_text.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace romcast {
namespace {

// Minimum width, so that a word fits into a line.
constexpr std::size_t kNarrowest = 20;

std::optional<std::size_t> columns_asked_for() {
  const char* given = std::getenv("COLUMNS");
  if (given == nullptr) return std::nullopt;
  std::size_t columns = 0;
  const char* end = given + std::strlen(given);
  const auto [rest, error] = std::from_chars(given, end, columns);
  if (error != std::errc{} || rest != end || columns == 0) return std::nullopt;
  return columns;
}

// Start of the second column of a line; 2 if it has none.
std::size_t second_column(const std::string& line) {
  const std::size_t gap = line.find("  ", line.find_first_not_of(' '));
  const std::size_t next = gap == std::string::npos ? gap : line.find_first_not_of(' ', gap);
  return next == std::string::npos || next > 40 ? 2 : next;
}

}  // namespace

std::optional<std::size_t> terminal_columns() {
  if (const auto asked = columns_asked_for()) return std::max(*asked, kNarrowest);
  winsize terminal{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &terminal) == 0 && terminal.ws_col > 0;
  if (!known) return std::nullopt;
  return std::max<std::size_t>(terminal.ws_col, kNarrowest);
}

bool coloured_output() {
  const char* none = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (none == nullptr || *none == 0);
}

std::string filled(const std::string& words, std::size_t begin, std::size_t indent,
                   std::size_t columns) {
  std::string text, rest = words;
  for (std::size_t at = begin;; at = indent) {
    const std::size_t room = columns > at + kNarrowest ? columns - at : kNarrowest;
    if (rest.size() <= room) break;
    const std::size_t space = rest.rfind(' ', room);
    const bool parted = space != std::string::npos && space > 0;  // else a word that is too long
    text += rest.substr(0, parted ? space : room) + '\n' + std::string(indent, ' ');
    rest.erase(0, parted ? space + 1 : room);
  }
  return text + rest + '\n';
}

std::string fitted(const std::string& text, std::size_t columns) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const std::size_t indent = line.size() > columns ? second_column(line) : 0;
    // The text before the second column stays in one piece: its spaces are no line breaks.
    shown += line.size() > columns
                 ? line.substr(0, indent) + filled(line.substr(indent), indent, indent, columns)
                 : line + '\n';
    at = end + 1;
  }
  return shown;
}

void add_cell(std::string& line, std::string_view cell, std::size_t end) {
  line += cell;
  line.append(std::max(end, line.size() + 1) - line.size(), ' ');
}

}  // namespace romcast
