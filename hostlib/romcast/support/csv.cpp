// SPDX-License-Identifier: Apache-2.0
#include "romcast/support/csv.hpp"

#include <algorithm>

namespace romcast {

std::string csv_field(std::string_view text) {
  std::string field(text);
  std::ranges::replace(field, '\n', ' ');
  std::ranges::replace(field, '\r', ' ');
  if (field.find_first_of(",\"") == std::string::npos) return field;
  for (std::size_t at = 0; (at = field.find('"', at)) != std::string::npos; at += 2) {
    field.insert(at, 1, '"');
  }
  return '"' + field + '"';
}

std::optional<std::vector<std::string>> csv_fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false, closed = false;  // within quotes; after the closing quote
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"') {
      const bool pair = i + 1 < line.size() && line[i + 1] == '"';
      if (pair) fields.back() += line[++i];
      quoted = pair;
      closed = !pair;
    } else if (quoted) {
      fields.back() += c;
    } else if (c == ',') {
      fields.emplace_back();
      closed = false;
    } else if (closed || (c == '"' && !fields.back().empty())) {
      return std::nullopt;
    } else if (c == '"') {
      quoted = true;
    } else {
      fields.back() += c;
    }
  }
  return quoted ? std::nullopt : std::optional(fields);
}

}  // namespace romcast
