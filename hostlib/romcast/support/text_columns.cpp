// SPDX-License-Identifier: Apache-2.0
#include "romcast/support/text_columns.hpp"

#include <algorithm>

namespace romcast {
namespace {

// Start of a line's second column; 2 if there is none, or if the column begins after position 40.
std::size_t second_column(const std::string& line) {
  const std::size_t gap = line.find("  ", line.find_first_not_of(' '));
  const std::size_t next = gap == std::string::npos ? gap : line.find_first_not_of(' ', gap);
  return next == std::string::npos || next > 40 ? 2 : next;
}

}  // namespace

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
    // The text before the second column is not wrapped, although it contains spaces.
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
