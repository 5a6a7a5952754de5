// SPDX-License-Identifier: Apache-2.0
#include "romcast/rom/row_file.hpp"

#include <fmt/format.h>

#include <istream>
#include <ostream>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/rom/hex_words.hpp"

namespace romcast {
namespace {

constexpr std::string_view kMagic = "// romcast-rows 1 ";

[[noreturn]] void fail(const std::string& name, std::size_t line, const std::string& what) {
  throw InputError(fmt::format("{}:{}: {}", name, line, what));
}

// The first line; returns the number of rows.
std::size_t read_header(std::string_view line, const std::string& name, unsigned bits) {
  std::size_t rows = 0, found_bits = 0;
  if (!line.starts_with(kMagic)) {
    fail(name, 1,
         line.starts_with("// romcast-rows ")
             ? "foreign version of ROM rows; this romcast reads version 1"
             : "no ROM rows: the first line must be '// romcast-rows 1 rows R bits B'");
  }
  line.remove_prefix(kMagic.size());
  if (!read_count(line, "rows ", rows) || !read_count(line, " bits ", found_bits) ||
      !line.empty() || rows < 1 || rows > kMostPeriod) {
    fail(name, 1, fmt::format("expected 'rows R bits B' with 1..{} rows", kMostPeriod));
  }
  if (found_bits != bits) {
    fail(name, 1, fmt::format("its rows have {} bits, the hardware's have {}", found_bits, bits));
  }
  return rows;
}

}  // namespace

void write_rows(std::ostream& out, unsigned bits, const std::vector<ControlWord>& rows) {
  out << fmt::format("{}rows {} bits {}\n", kMagic, rows.size(), bits);
  for (const ControlWord& row : rows) out << hex_word(row, bits) << '\n';
}

std::vector<ControlWord> read_rows(std::istream& in, const std::string& name, unsigned bits) {
  constexpr std::size_t longest_header = 80;
  const std::size_t digits = (bits + 3) / 4;
  std::string line;
  read_hex_line(in, longest_header, line);
  const std::size_t expected = read_header(line, name, bits);
  std::vector<ControlWord> rows;
  for (std::size_t number = 2; read_hex_line(in, digits, line); ++number) {
    if (line.empty()) continue;
    if (rows.size() == expected) {
      fail(name, number,
           fmt::format("more than the {} of the first line", counted(expected, "row")));
    }
    ControlWord row;
    if (!parse_hex_word(line, bits, row)) {
      fail(name, number,
           fmt::format("expected one row of {} ({} bits)", counted(digits, "hexadecimal digit"),
                       bits));
    }
    rows.push_back(std::move(row));
  }
  if (rows.size() != expected) {
    fail(name, rows.size() + 2,
         fmt::format("truncated: {} of {}", rows.size(), counted(expected, "row")));
  }
  return rows;
}

}  // namespace romcast
