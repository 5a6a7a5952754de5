// SPDX-License-Identifier: Apache-2.0
// Lines of comma-separated values (RFC 4180), a record per line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace romcast {

/// A field for a line: quoted if necessary, with line ends replaced by blanks.
std::string csv_field(std::string_view text);
/// The fields of a line without its line end; nullopt if a quote is unclosed or misplaced.
std::optional<std::vector<std::string>> csv_fields(std::string_view line);

}  // namespace romcast
