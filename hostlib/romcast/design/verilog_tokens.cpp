// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/verilog_tokens.hpp"

#include <algorithm>
#include <array>

namespace romcast {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f";
constexpr std::string_view kWord =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$";

constexpr std::array<std::string_view, 8> kLongSymbols{
    "||", "&&", "==", "!=", "<=", ">=", "<<", ">>"};

bool is_long(std::string_view symbol) {
  return std::ranges::find(kLongSymbols, symbol) != kLongSymbols.end();
}

// Length of the longest prefix of a text that has only these characters.
std::size_t run_of(std::string_view text, std::string_view characters) {
  return std::min(text.find_first_not_of(characters), text.size());
}

// The part of `text` after the first `mark`; empty if `text` contains no `mark`.
std::string_view behind(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  return at == std::string_view::npos ? "" : text.substr(at + mark.size());
}

}  // namespace

VerilogTokens verilog_tokens(std::string_view text) {
  using Kind = VerilogToken::Kind;
  VerilogTokens found;
  bool begins_line = true;
  while (!text.empty()) {
    if (const std::size_t blanks = run_of(text, kBlanks); blanks > 0) {
      const auto lines = std::count(text.begin(), text.begin() + std::ptrdiff_t(blanks), '\n');
      if (lines > 1) found.push_back({Kind::empty_line});
      begins_line = begins_line || lines > 0;
      text.remove_prefix(blanks);
    } else if (text.starts_with("//")) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      if (begins_line) found.push_back({Kind::comment, text.substr(0, end)});
      text.remove_prefix(end);
    } else if (text.starts_with("/*")) {
      text = behind(text, "*/");
    } else {
      const std::size_t word = run_of(text, kWord);
      const std::size_t size = word > 0 ? word : is_long(text.substr(0, 2)) ? 2 : 1;
      found.push_back({word > 0 ? Kind::word : Kind::symbol, text.substr(0, size)});
      begins_line = false;
      text.remove_prefix(size);
    }
  }
  return found;
}

VerilogTokens verilog_code(std::string_view text) {
  VerilogTokens all = verilog_tokens(text);
  std::erase_if(all, [](const VerilogToken& token) { return !token.code(); });
  return all;
}

}  // namespace romcast
